/** Calls the tools of an MCP server that it starts: node client.js COMMAND... */

import { spawn } from "node:child_process";
import { argv } from "node:process";
import { lineTexts } from "./bindings/mcp.js";
import { Caller } from "./caller.js";

const [command = "", ...args] = argv.slice(2);
const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const caller = new Caller((text) => new Promise((resolve) => server.stdin.write(text + "\n", resolve)));
const served = caller.peer.serve(lineTexts(server.stdout));
served.catch(() => {}); // a failure is reported below
await caller.play();
server.stdin.end(); // the server ends
await served;
