/** A process that stores until it is killed: store.test.ts starts it. */

import { randomBytes } from "node:crypto";
import { DirectoryStore } from "../envelope/store.js";

const store = new DirectoryStore(process.argv[2] ?? "");
process.stdout.write("storing\n", () => {
  for (;;) store.put(randomBytes(50_000));
});
