/** Exports of organizations that vary with a seed, with all nouns filled in from their declarations. */
import { type JsonSchema, type JsonSchemas, resolve } from "@candor/domain/ExampleOf"
import { Moves, type Part, type Row } from "@candor/domain/moving/Moves"
import { names } from "@candor/files/moving/Manifest"
import * as Importing from "@candor/files/moving/Importing"
import { lineOf } from "@candor/files/moving/Problems"
import { Effect, Schema } from "effect"
import * as Filled from "./Filled.ts"

/** Returns a number that is the same for the same seed and names. */
const chosen = (seed: number, ...names: ReadonlyArray<string | number>): number =>
  Bun.hash.crc32([seed, ...names].join("/"))

/** Texts that people write, and that files and databases handle wrongly. */
const texts = [
  "Łukasz Ünïcödé 漢字 🛠",
  "\"Quotes\", 'apostrophes' & <b>\\tags</b>",
  "a line\nand another",
  "=SUM(A1)",
  "e\u0301 and \u00e9",
  "x".repeat(180),
  "{{ not.a.field }}"
]

/** Returns values of a type that rules between fields may still refuse; none for texts with a format. */
const ofType = (schema: JsonSchema): ReadonlyArray<Schema.Json> => {
  switch (schema.type) {
    case "null":
      return [null]
    case "boolean":
      return [true, false]
    case "integer":
      return [0, 3, 17]
    case "number":
      return [0, 0.25, 1e6]
    case "array":
      return [[]]
    default:
      return schema.type === "string" && !("pattern" in schema) && schema.format === undefined ? texts : []
  }
}

/** Returns other values that a schema allows, or may allow. */
const othersOf = (schema: JsonSchema, schemas: JsonSchemas): ReadonlyArray<Schema.Json> => {
  const { allOf = [], anyOf = [], enum: literals, ...own } = resolve(schema, schemas)
  return [...literals ?? ofType(own), ...[...anyOf, ...allOf].flatMap((one) => othersOf(one, schemas))]
}

/** Changes every third value of a row. */
const varied = (part: Part, seed: number) => {
  const document = Schema.toJsonSchemaDocument(part.schema)
  const columns = (document.schema as JsonSchema).properties ?? {}
  const fixed = new Set([...part.key, ...part.references.flatMap(({ columns }) => columns)])
  return (row: Row, nth: number): Row =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => {
        const others = fixed.has(column) || columns[column] === undefined
          ? []
          : othersOf(columns[column], document.definitions as JsonSchemas)
        const pick = chosen(seed, part.name, nth, column)
        return [column, others.length === 0 || pick % 3 > 0 ? value : others[pick % others.length]!]
      })
    )
}

/** The maximum number of attempts at valid rows. */
const maxAttempts = 20

/**
 * Writes an export for a seed. A value that a check refuses, because of rules between fields, keeps its usual value.
 * Returns the number of changed values.
 */
export const exportOf = Effect.fnUntraced(function*(folder: string, seed: number) {
  const parts = yield* (yield* Moves).parts
  const refused = new Set<string>()
  let others = 0
  let told: ReadonlyArray<string> = []
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    others = 0
    yield* Filled.exportOf(folder, (rows) => {
      for (const part of parts) {
        const change = varied(part, seed)
        rows.set(
          part.name,
          rows.get(part.name)!.map((row, nth) => {
            if (refused.has(part.file) || refused.has(`${part.file} ${nth + 1}`)) return row
            const other = Object.fromEntries(
              Object.entries(change(row, nth)).map(([column, value]) => [
                column,
                refused.has(`${part.file} ${nth + 1} ${column}`) ? row[column]! : value
              ])
            )
            others += Object.keys(row).filter((column) => !Bun.deepEquals(row[column], other[column])).length
            return other
          })
        )
      }
    }, 2 + seed % 3)
    const { problems } = yield* Importing.check(yield* Importing.load(folder), undefined, `${folder}.problems.ndjson`)
    if (problems.count() === 0) return others
    told = problems.first().map(lineOf)
    for (const { file, line, path: [column] } of problems.first()) {
      // A plan's limits are problems of the whole export: the organization keeps its usual values.
      if (file === names.manifest) refused.add("organizations.ndjson")
      else refused.add([file, line, column].filter((one) => one !== null && one !== undefined).join(" "))
    }
  }
  throw new Error(`No rows of the seed ${seed} are allowed:\n${told.join("\n")}`)
})
