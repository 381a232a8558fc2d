/**
 * Reads the arguments that a model has sent. Models fill in what they mean to leave out, write an object as a JSON
 * string, a number as a text, or a name in another tool's spelling. Arguments with only one possible meaning are
 * accepted, and the answer notes it (decision 0055).
 */
import type { JsonSchema } from "@candor/contract/SchemaDocument"
import { withoutEnd } from "@candor/domain/CleanText"
import { isTooComplex } from "../request/JsonShape.ts"

export interface Understood {
  readonly values: Readonly<Record<string, unknown>>
  /** Arguments that were not taken literally, with a sentence about each. */
  readonly notes: ReadonlyArray<string>
}

interface Read {
  readonly value: unknown
  readonly notes: ReadonlyArray<string>
}

type Properties = Readonly<Record<string, JsonSchema>>

type Entry = readonly [name: string, value: unknown]

const asWritten = (value: unknown): Read => ({ value, notes: [] })

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The alternatives of a schema. */
const choicesOf = (schema: JsonSchema): ReadonlyArray<JsonSchema> => schema.anyOf?.flatMap(choicesOf) ?? [schema]

const ofType = (schema: JsonSchema, type: string): JsonSchema | undefined =>
  choicesOf(schema).find((one) => one.type === type)

/** Parses the JSON of an object or a list; undefined for other text, and for JSON that is too complex for a body. */
const parsed = (text: string): unknown => {
  if (!/^\s*[[{]/.test(text) || isTooComplex(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const number = /^[+-]?\d+(?:\.\d+)?$/

const booleans: ReadonlyMap<string, boolean> = new Map([["true", true], ["false", false]])

/** Reads a text for a schema that expects another type. */
const readText = (text: string, schema: JsonSchema, path: string, changes: boolean): Read => {
  const trimmed = text.trim()
  const list = ofType(schema, "array")
  const object = ofType(schema, "object")
  const json = list === undefined && object === undefined ? undefined : parsed(trimmed)
  if (list !== undefined && Array.isArray(json) || object !== undefined && isObject(json)) {
    const inner = read(json, schema, path, changes)
    return { value: inner.value, notes: [`\`${path}\` was read from the JSON in its text.`, ...inner.notes] }
  }
  if (list?.items !== undefined) {
    const inner = read(text, list.items, path, changes)
    return {
      value: [inner.value],
      notes: [`\`${path}\` is a list: the one value was taken as a list of it.`, ...inner.notes]
    }
  }
  const isNumber = ofType(schema, "number") !== undefined || ofType(schema, "integer") !== undefined
  if (isNumber && number.test(trimmed))
    return { value: Number(trimmed), notes: [`\`${path}\` was read as the number ${Number(trimmed)}.`] }
  const choice = ofType(schema, "boolean") === undefined ? undefined : booleans.get(trimmed.toLowerCase())
  return choice === undefined ? asWritten(text) : { value: choice, notes: [`\`${path}\` was read as ${choice}.`] }
}

const readList = (list: ReadonlyArray<unknown>, { items = {} }: JsonSchema, path: string, changes: boolean): Read => {
  const parts = list.map((part, at) => read(part, items, `${path}[${at}]`, changes))
  return { value: parts.map(({ value }) => value), notes: parts.flatMap(({ notes }) => notes) }
}

const read = (value: unknown, schema: JsonSchema, path: string, changes: boolean): Read => {
  const string = ofType(schema, "string")
  if (typeof value === "string") {
    if (string === undefined) return readText(value, schema, path, changes)
    // An id may have been copied with quotes around it.
    const id = string.format === "uuid" ? withoutEnd(value.trim().replace(/^["'`<]+/, ""), "\"'`>") : value
    return id === value ? asWritten(value) : { value: id, notes: [`\`${path}\` was read as ${id}.`] }
  }
  if (Array.isArray(value)) {
    const list = ofType(schema, "array")
    return list === undefined ? asWritten(value) : readList(value, list, path, changes)
  }
  if (isObject(value)) {
    const object = ofType(schema, "object")
    return object?.properties === undefined ? asWritten(value) : readObject(value, object, `${path}.`, changes)
  }
  const isScalar = typeof value === "number" || typeof value === "boolean"
  const isText = string !== undefined && choicesOf(schema).every(({ type }) => type === "string" || type === "null")
  return isScalar && isText
    ? { value: String(value), notes: [`\`${path}\` was read as the text "${value}".`] }
    : asWritten(value)
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "")

/** The names of arguments by other spellings, such as `job_id` for `jobId`, unless a spelling is ambiguous. */
const respelled = (
  names: ReadonlyArray<string>,
  given: Readonly<Record<string, unknown>>
): ReadonlyMap<string, string> => {
  const unknown = Object.keys(given).filter((name) => !names.includes(name))
  return new Map(unknown.flatMap((name): ReadonlyArray<readonly [string, string]> => {
    const meant = names.filter((known) => plain(known) === plain(name))
    const others = unknown.filter((other) => plain(other) === plain(name))
    const isOne = meant.length === 1 && others.length === 1 && given[meant[0]!] === undefined
    return isOne ? [[name, meant[0]!]] : []
  }))
}

/** Whether a value is one that models write for an argument that they leave out. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === "string" && value.trim() === ""

const leftOut: ReadonlyArray<Entry> = []

const readObject = (
  given: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
  prefix: string,
  changes: boolean
): Read => {
  const properties: Properties = schema.properties ?? {}
  const required = new Set(schema.required ?? [])
  const names = respelled(Object.keys(properties), given)
  const notes: Array<string> = []
  const entries = Object.entries(given).flatMap(([written, value]): ReadonlyArray<Entry> => {
    const name = names.get(written) ?? written
    const path = prefix + name
    if (name !== written) notes.push(`\`${prefix}${written}\` was read as \`${path}\`.`)
    const property = properties[name]
    if (property === undefined) return [[name, value]]
    if (isEmpty(value) && !required.has(name)) {
      if (ofType(property, "null") === undefined) return leftOut
      if (value === null || !changes) return [[name, null]]
      notes.push(`\`${path}\` was empty, and is left out. Null clears it.`)
      return leftOut
    }
    const inner = read(value, property, path, changes)
    notes.push(...inner.notes)
    return [[name, inner.value]]
  })
  return { value: Object.fromEntries(entries), notes }
}

/**
 * Returns the arguments in the form of a tool's input schema, with notes on those that were not taken literally. Where
 * the schema allows null, null stays, and an empty text becomes null; in a tool that `changes` only some fields, an
 * empty text is left out.
 */
export const understand = (
  given: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
  changes: boolean
): Understood => {
  const { notes, value } = readObject(given, schema, "", changes)
  return { values: value as Readonly<Record<string, unknown>>, notes }
}
