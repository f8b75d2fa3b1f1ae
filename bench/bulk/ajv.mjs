// Reads a file line by line, and checks each line with Ajv and the exported schema.
import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { ajv } from "../ts/ajv.mjs";

const [bundle, file] = process.argv.slice(2);
const { judge } = ajv(JSON.parse(readFileSync(bundle, "utf8")));
let refused = 0;
for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
  try {
    if (judge(JSON.parse(line)).length > 0) refused++;
  } catch {
    refused++;
  }
}
console.log(refused);
