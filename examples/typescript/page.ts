/** A page that shows the messages of a HotRepl host. It uses functions instead of codecs, so that its bundle is small. */

import { type MessageFromServer, safeDecode, typeOfMessageFromServer } from "./protocols/hotrepl.js";

function describe(text: string): string {
  const result = safeDecode(typeOfMessageFromServer, text);
  if (!result.ok) return result.issues.map(({ path, message }) => `${path} ${message}`).join("; ");
  const message: MessageFromServer = result.value;
  switch (message.type) {
    case "eval_result":
      return `${message.id}: ${String(message.value)}`;
    case "eval_error":
    case "error":
      return `${message.id ?? "host"}: ${message.error.message}`;
    default:
      return message.type;
  }
}

const response = await fetch("/messages");
for (const line of (await response.text()).trimEnd().split("\n")) {
  const item = document.createElement("li");
  item.textContent = describe(line);
  document.querySelector("#messages")?.append(item);
}
document.body.classList.add("done");
