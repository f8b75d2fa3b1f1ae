// Judges messages with the code that others make of the exported schemas. The arguments are the kind, quicktype or ajv, and a folder: of
// the compiled converters, or of the schemas. Standard input is a line for each message, {protocol, type, base64}. Each is answered with a
// line: whether the message is accepted, or null without a converter.
import {readFileSync} from "node:fs"
import {createRequire} from "node:module"
import {join, resolve} from "node:path"
import {createInterface} from "node:readline"
import Ajv2020 from "ajv/dist/2020.js"
import formats from "ajv-formats"

const [kind, folder] = process.argv.slice(2)
const require = createRequire(import.meta.url)
const bare = name => name.replace(/[^A-Za-z0-9]/g, "").toLowerCase()
const judges = new Map()

// quicktype returns a converter, which throws at a message that it refuses.
function quicktype(protocol, type) {
	let module
	try {
		module = require(resolve(folder, `${protocol}.js`))
	} catch (error) {
		if (error.code === "MODULE_NOT_FOUND") {
			return null
		}
		throw error
	}
	const name = Object.getOwnPropertyNames(module.Convert).find(name => bare(name) === `to${bare(type)}`)
	return name ? text => (module.Convert[name](text), true) : null
}

// ajv is in strict mode, as far as the bundles allow: docs/reference/schema-limits.md has the options.
function ajv(protocol, type) {
	const ajv = new Ajv2020({strict: true, strictRequired: false, strictTypes: false})
	ajv.addVocabulary(["discriminator", "x-catalog"])
	formats(ajv)
	const bundle = JSON.parse(readFileSync(join(folder, `${protocol}.schema.json`), "utf8"))
	const validate = ajv.compile({...bundle, $ref: `#/$defs/${type}`})
	return text => validate(JSON.parse(text))
}

function verdict({protocol, type, base64}) {
	const key = `${protocol} ${type}`
	if (!judges.has(key)) {
		judges.set(key, {quicktype, ajv}[kind](protocol, type))
	}
	const judge = judges.get(key)
	try {
		return judge && judge(Buffer.from(base64, "base64").toString())
	} catch {
		return false
	}
}

for await (const line of createInterface({input: process.stdin})) {
	process.stdout.write(`${verdict(JSON.parse(line))}\n`)
}
