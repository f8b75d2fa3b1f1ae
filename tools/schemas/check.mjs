// Reads the files of folders that `envgen gen --schema DIR --schema-format ...` wrote, each with a parser of its format. It prints a line for
// each fault. NAME.cases.json beside NAME.draft7.schema.json contains values with the expected verdicts.
//
// AsyncAPI's parser reads the first folder only. Of other folders, the meta-schema of AsyncAPI checks the files, because the parser does not end for
// recursive schemas of some forms, overflows its stack for deep ones, and misreads a member called __proto__.
import {readdirSync, readFileSync} from "node:fs"
import {join} from "node:path"
import {Parser} from "@asyncapi/parser"
import {validate} from "@readme/openapi-parser"
import {ListToolsResultSchema} from "@modelcontextprotocol/sdk/types.js"
import Ajv from "ajv"
import specs from "@asyncapi/specs"

let files = 0
const fault = (file, text) => console.log(`${file}: ${text}`)
const read = file => JSON.parse(readFileSync(file, "utf8"))
const asyncapi = new Parser()
const lenient = {strict: false, unicodeRegExp: true, validateFormats: false}
let asyncAPISchema

// asyncAPI checks a document. The meta-schema alone does not resolve references.
async function asyncAPI(file, whole) {
	asyncAPISchema ??= new Ajv({...lenient, meta: false, validateSchema: false}).compile(specs.schemas["3.0.0"])
	if (!asyncAPISchema(read(file))) {
		fault(file, new Ajv().errorsText(asyncAPISchema.errors))
	}
	if (!whole) {
		return
	}
	const {document, diagnostics} = await asyncapi.parse(readFileSync(file, "utf8"))
	for (const d of diagnostics.filter(d => d.severity === 0)) {
		fault(file, `${d.code} at /${d.path.join("/")}: ${d.message}`)
	}
	if (document && !document.operations().all().length) {
		fault(file, "there are no operations")
	}
}

function draft7(file, cases) {
	const ajv = new Ajv(lenient)
	const schema = read(file)
	if (!ajv.validateSchema(schema)) {
		fault(file, `the meta-schema refuses it: ${ajv.errorsText()}`)
		return
	}
	ajv.addSchema(schema, "bundle")
	for (const {type, value, valid, name} of cases) {
		const check = ajv.getSchema(type ? `bundle#/definitions/${encodeURIComponent(type.replaceAll("~", "~0").replaceAll("/", "~1"))}` : "bundle")
		if (!check) {
			fault(file, `there is no definition of ${type}`)
		} else if (check(value) !== valid) {
			fault(file, `${name}: valid is ${!valid}, expected ${valid}: ${ajv.errorsText(check.errors)}`)
		}
	}
}

// references checks that each reference in a part leads to a place in the whole.
function references(file, part, whole) {
	for (const [key, value] of Object.entries(part ?? {})) {
		if (key === "$ref" && typeof value === "string") {
			const names = decodeURIComponent(value.slice(2)).split("/").map(n => n.replaceAll("~1", "/").replaceAll("~0", "~"))
			if (!value.startsWith("#/") || names.reduce((at, n) => at !== undefined && Object.hasOwn(at, n) ? at[n] : undefined, whole) === undefined) {
				fault(file, `${value} leads nowhere`)
			}
		} else if (typeof value === "object") {
			references(file, value, whole)
		}
	}
}

async function check(folder) {
	const names = readdirSync(folder).sort()
	for (const name of names) {
		const file = join(folder, name)
		if (name.endsWith(".asyncapi.json")) {
			await asyncAPI(file, folder === process.argv[2])
		} else if (name.endsWith(".openapi.json")) {
			const result = await validate(file)
			for (const e of result.errors ?? []) {
				fault(file, e.message)
			}
		} else if (name.endsWith(".mcp-tools.json")) {
			const result = ListToolsResultSchema.safeParse(read(file))
			for (const issue of result.error?.issues ?? []) {
				fault(file, `${issue.message} at /${issue.path.join("/")}`)
			}
		} else if (name.endsWith(".draft7.schema.json")) {
			const cases = join(folder, name.replace(".draft7.schema.json", ".cases.json"))
			draft7(file, names.includes(cases.slice(folder.length + 1)) ? read(cases) : [])
		} else {
			continue
		}
		const document = read(file)
		for (const whole of document.tools?.flatMap(t => [t.inputSchema, t.outputSchema]) ?? [document]) {
			references(file, whole, whole)
		}
		files++
	}
}

for (const folder of process.argv.slice(2)) {
	await check(folder)
}
console.log(`${files} files`)
