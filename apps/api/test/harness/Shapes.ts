/** Shapes of JSON: exactly these fields, each of its type. */
import { expect } from "bun:test"
import type { Json, JsonObject } from "./Client.ts"

/** Returns what is wrong with a value at a path; empty if it has the shape. */
export type Shape = (value: Json | undefined, path: string) => ReadonlyArray<string>

const kind = (what: string, is: (value: Json | undefined) => boolean): Shape => (value, path) =>
  is(value) ? [] : [`${path}: expected ${what}, got ${JSON.stringify(value)}`]

const matching = (what: string, pattern: RegExp) =>
  kind(what, (value) => typeof value === "string" && pattern.test(value))

export const text = kind("a string", (value) => typeof value === "string")
export const boolean = kind("a boolean", (value) => typeof value === "boolean")
export const integer = kind("an integer", (value) => Number.isInteger(value))
export const number = kind("a number", (value) => Number.isFinite(value))
export const json = kind("an object", (value) => typeof value === "object" && value !== null && !Array.isArray(value))
export const uuid = matching("a uuid", /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
export const dateTime = matching("an ISO 8601 date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
export const email = matching("an email address", /^[^@\s]+@[^@\s]+\.[^@\s]+$/)

export const oneOf = (...values: ReadonlyArray<string>): Shape =>
  kind(`one of ${values.join(", ")}`, (value) => typeof value === "string" && values.includes(value))

export const nullable = (shape: Shape): Shape => (value, path) => value === null ? [] : shape(value, path)

export const list = (shape: Shape): Shape => (value, path) =>
  Array.isArray(value)
    ? value.flatMap((item: Json, index) => shape(item, `${path}[${index}]`))
    : [`${path}: expected a list, got ${JSON.stringify(value)}`]

export const object = (fields: Readonly<Record<string, Shape>>): Shape => (value, path) => {
  const wrong = json(value, path)
  if (wrong.length > 0) return wrong
  const entries = value as JsonObject
  return [
    ...Object.keys(entries).filter((field) => !Object.hasOwn(fields, field)).map((field) => `${path}.${field}: extra`),
    ...Object.entries(fields).flatMap(([field, shape]) =>
      Object.hasOwn(entries, field) ? shape(entries[field], `${path}.${field}`) : [`${path}.${field}: missing`]
    )
  ]
}

/** These fields, and any others. */
export const withMore = (fields: Readonly<Record<string, Shape>>): Shape => (value, path) =>
  object(fields)(value, path).filter((wrong) => !wrong.endsWith(": extra"))

/** Fails with everything that is wrong. */
export const expectShape = (value: Json, shape: Shape): void => expect(shape(value, "body")).toEqual([])
