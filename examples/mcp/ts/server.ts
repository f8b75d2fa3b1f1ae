/** Offers tools over MCP on standard input and output. */

import { stdin, stdout } from "node:process";
import { lineTexts } from "./bindings/mcp.js";
import { toolServer } from "./tools.js";

await toolServer((text) => new Promise((resolve) => stdout.write(text + "\n", resolve))).serve(lineTexts(stdin));
