/** Offers tools with the official SDK on standard input and output. */

import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { sdkServer } from "./sdktools.js";

await sdkServer().connect(new StdioServerTransport());
