/** Custom fields, which become lines of a note. */
import { Option, Schema } from "effect"
import type { Leftovers } from "../Conversion.ts"
import type { Foreign } from "../Foreign.ts"

const Keyed = Schema.Record(Schema.String, Schema.Struct({ name: Schema.NullOr(Schema.String), value: Schema.Json }))
const decodeKeyed = Schema.decodeUnknownOption(Keyed)
const decodePlain = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.Json))

const textOf = (value: Schema.Json): string | null => {
  if (value === null || value === "") return null
  if (Array.isArray(value)) return value.map(textOf).filter((text) => text !== null).join(", ")
  if (typeof value !== "object") return String(value)
  return Object.entries(value).map(([key, one]) => `${key} ${textOf(one) ?? "–"}`).join(", ")
}

/** Returns the custom fields of a record by key: from the form with names, or else from the short form. */
export const valuesOf = (
  record: Foreign
): ReadonlyMap<string, { readonly name: string; readonly value: Schema.Json }> => {
  const plain = Option.getOrElse(decodePlain(record.take("custom_fields")), () => ({}))
  const keyed = Option.getOrElse(
    decodeKeyed(record.take("keyed_custom_fields")),
    () => Option.getOrElse(decodeKeyed(plain), () => ({}))
  )
  const named = Object.entries(keyed).map(([key, { name, value }]) => [key, { name: name ?? key, value }] as const)
  return new Map(
    named.length > 0
      ? named
      : Object.entries(plain).map(([key, value]) => [key, { name: key.replaceAll("_", " "), value }] as const)
  )
}

/** Adds the custom fields of a record to a note. */
export const addTo = (note: Leftovers, record: Foreign | null): void => {
  if (record === null) return
  for (const { name, value } of valuesOf(record).values()) note.add(name, textOf(value))
}
