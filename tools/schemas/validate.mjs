// Judges messages by the exported schemas with Ajv. The argument is the folder of the schemas. Standard input is a line for each message,
// {protocol, type, text}. Each is answered with a line, `true` or `false`.
import {readFileSync} from "node:fs"
import {join} from "node:path"
import {createInterface} from "node:readline"
import Ajv2020 from "ajv/dist/2020.js"
import formats from "ajv-formats"
import {fullFormats} from "ajv-formats/dist/formats.js"

// The strict mode of Ajv also refuses legal forms that the bundles need. docs/reference/schema-limits.md describes these options.
const options = {
	strict: true,
	strictRequired: false, // `then` requires a member that the schema around it defines
	strictTypes: false, // a pattern or a limit is beside a $ref to the type, and some types have a list
}
const annotations = ["discriminator", "x-catalog"]

// ajv-formats also accepts a space for T, offsets without colon or minutes, and UUIDs as URNs.
const dateTime = text => /^.{10}t.*(z|[+-]\d\d:\d\d)$/i.test(text) && fullFormats["date-time"].validate(text)
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const folder = process.argv[2]
const validators = new Map()

function validator(protocol, type) {
	const key = `${protocol} ${type}`
	if (!validators.has(key)) {
		const ajv = new Ajv2020(options)
		ajv.addVocabulary(annotations)
		formats(ajv)
		ajv.addFormat("date-time", dateTime)
		ajv.addFormat("uuid", uuid)
		const bundle = JSON.parse(readFileSync(join(folder, `${protocol}.schema.json`), "utf8"))
		validators.set(key, ajv.compile({...bundle, $ref: `#/$defs/${type}`}))
	}
	return validators.get(key)
}

for await (const line of createInterface({input: process.stdin})) {
	const {protocol, type, text} = JSON.parse(line)
	process.stdout.write(`${validator(protocol, type)(JSON.parse(text))}\n`)
}
