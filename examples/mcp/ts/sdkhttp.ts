/** Offers tools with the official SDK over Streamable HTTP: node sdkhttp.js PORT */

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { argv } from "node:process";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { sdkServer } from "./sdktools.js";

const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
await sdkServer().connect(transport as Transport);
createServer((request, response) => void transport.handleRequest(request, response)).listen(Number(argv[2] ?? 8080), "127.0.0.1");
