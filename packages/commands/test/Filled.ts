/**
 * An export in a folder of an organization with rows in every part of the format, made from the schemas of the parts.
 */
import { type JsonSchema, exampleOf, type JsonSchemas } from "@candor/domain/ExampleOf"
import { OrganizationId } from "@candor/domain/Id"
import { Moves, type Part, type Row } from "@candor/domain/moving/Moves"
import { type Listed, type Manifest, names, pathOf } from "@candor/files/moving/Manifest"
import * as RowsFile from "@candor/files/moving/RowsFile"
import { namedBy } from "@candor/files/moving/Contents"
import { Effect, Schema } from "effect"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

export const source = OrganizationId.make("01a00000-0000-7000-8000-0000000000aa")

/** Returns the id of a part's row. */
export const idOf = (part: string, nth: number): string =>
  `01a00000-${(Bun.hash.crc32(part) & 0xffff).toString(16).padStart(4, "0")}-7000-8000-${String(nth).padStart(12, "0")}`

const time = "2026-10-09T10:30:00.480Z"

/** Values that do not follow from a column's schema, or differ from row to row. */
const values: { readonly [part: string]: (nth: number) => Row } = {
  organization: () => ({
    id: source,
    plan: "growth",
    retention_months: 12,
    retention_applies_from: time,
    rejection_reasons: [{ id: idOf("reason", 0), name: "Other" }]
  }),
  member: (nth) => ({
    email: `member-${nth}@example.com`,
    mail_notices: ["mention"],
    muted_notices: [],
    schedule: null
  }),
  job: (nth) => ({
    public_slug: `job-${nth}`,
    status: nth === 0 ? "published" : "closed",
    salary_min: 1,
    salary_max: 2.5,
    equity_min: null,
    equity_max: null
  }),
  stage: (nth) => ({ order_index: nth }),
  candidate: (nth) => ({ full_name: `Zaphod ${nth === 0 ? "Beeblebrox" : "Marvin"}`, anonymised_at: null }),
  application: (nth) => ({
    status: "active",
    closed_at: null,
    anonymised_at: null,
    duplicate_of: null,
    unapplied: nth === 0 ? [{ field: "location", value: "Kiel", reason: "differs" }] : []
  }),
  note: (nth) => nth === 0 ? { application_id: null, body: `Of ${source}` } : { candidate_id: null },
  attachment: (nth) => ({
    ...(nth === 0 ? { application_id: null } : { candidate_id: null }),
    size_bytes: 5,
    text_status: nth === 0 ? "pending" : "extracted",
    text_failure: null
  }),
  history_entry: () => ({ entered_at: time }),
  interview: (nth) => ({
    interviewers: [{ member_id: idOf("member", nth), response: "accepted" }],
    invitations: [],
    starts_at: time,
    ends_at: "2026-10-09T11:30:00.480Z",
    time_zone: "Europe/Berlin",
    local_start: "2026-10-09T12:30:00"
  }),
  interviewer_time: () => ({ during: `[${time},2026-10-09T11:30:00.480Z)` }),
  mail_rule: () => ({ conditions: [] }),
  message: (nth) => ({
    status: nth === 0 ? "queued" : "sent",
    due_at: nth === 0 ? time : null,
    key: `key ${nth}`,
    files: []
  }),
  prospect: (nth) => ({
    email: `prospect-${nth}@example.com`,
    linkedin_url: `https://www.linkedin.com/in/prospect-${nth}`
  }),
  submission: (nth) => ({
    state: nth === 0 ? "received" : "processed",
    files: [{
      id: idOf("file", nth),
      field: "resume",
      original_filename: "a.pdf",
      content_type: "application/pdf",
      size_bytes: 5
    }]
  }),
  webhook: () => ({ status: "enabled", disabled_reason: null }),
  ai_profile: (nth) => ({ status: nth === 0 ? "pending" : "completed", reason: null }),
  candidate_merge: () => ({ undo: { candidate: { organization_id: source } } }),
  board_cover: () => ({ content: "\\x00ff" }),
  board_logo: () => ({ content: "\\x00ff" })
}

/** Returns a value for a column by its schema. */
const valueOf = (schema: JsonSchema, schemas: JsonSchemas, column: string, part: string, nth: number): Schema.Json => {
  const own = exampleOf(schema, schemas)
  if (own !== undefined) return own
  const of = (one: JsonSchema & { readonly pattern?: string }): Schema.Json | undefined => {
    if (one.format === "uuid" || one.pattern?.includes("[0-9a-f]{12}") || column === "id") return idOf(part, nth)
    if (one.pattern?.startsWith("^\\d{4}-") || one.format === "date-time") return time
    return ({ string: column, integer: 1, number: 1, boolean: false, array: [] } as Record<string, Schema.Json>)[
      one.type ?? ""
    ]
  }
  const value = [schema, ...schema.anyOf ?? []].flatMap((one) => [...one.allOf ?? [], one]).map(of).find((one) =>
    one !== undefined
  )
  return value ?? null
}

/** Returns the id of the row that a row refers to; within its own part, the previous one. */
const referredBy = (name: string, part: string, nth: number): string | null =>
  part !== name ? idOf(part, nth) : nth === 0 ? null : idOf(part, nth - 1)

const rowOf = ({ isNamed, key, name, references, schema }: Part, nth: number): Row => {
  const document = Schema.toJsonSchemaDocument(schema)
  const definitions = document.definitions as JsonSchemas
  const columns = (document.schema as JsonSchema).properties ?? {}
  const row = Object.fromEntries(
    Object.entries(columns).map(([column, one]) => [column, valueOf(one, definitions, column, name, nth)])
  )
  const referred = references.flatMap(({ columns, of, part }) =>
    columns.map((column, at): [string, Schema.Json] => [
      column,
      referredBy(name, of[at] === "job_id" ? "job" : part, nth)
    ])
  )
  const own = key.at(-1) === "id" ? { id: idOf(name, nth) } : {}
  const unique = isNamed && "name" in row ? { name: `${name} ${nth}` } : {}
  const external = "external_ids" in row ? { external_ids: [{ system: "greenhouse", id: String(nth) }] } : {}
  return { ...row, ...own, ...unique, ...external, ...Object.fromEntries(referred), ...values[name]?.(nth) }
}

/** The rows that were made for a part, by its name: a JSON Schema takes longer than the export of its rows. */
const made = new Map<string, ReadonlyArray<Row>>()

/** Returns `count` rows of each part with keys, and one of each other part. */
export const rowsOf = (part: Part, count: number): ReadonlyArray<Row> => {
  const length = part.key.length === 0 || part.name === "organization" ? 1 : count
  const known = made.get(part.name) ?? []
  const rows = known.length < length ? Array.from({ length }, (_, nth) => known[nth] ?? rowOf(part, nth)) : known
  made.set(part.name, rows)
  return rows.slice(0, length)
}

const encoder = new TextEncoder()

/** Writes rows as a file of an export. */
const write = (folder: string, file: string, rows: ReadonlyArray<object>) =>
  Effect.scoped(Effect.gen(function*() {
    const target = yield* RowsFile.make(join(folder, file))
    yield* target.write(rows.map((row) => encoder.encode(JSON.stringify(row))))
    return yield* target.end
  }))

/** Writes an export of such rows, changed by `change`. Returns the rows of each part. */
export const exportOf = Effect.fnUntraced(function*(
  folder: string,
  change: (rows: Map<string, ReadonlyArray<Row>>) => void = () => {},
  count = 2
) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const parts = yield* (yield* Moves).parts
  const rows = new Map(parts.map((part) => [part.name, rowsOf(part, count)]))
  change(rows)
  const listed: Record<string, Listed> = {}
  for (const part of parts) listed[part.name] = yield* write(folder, part.file, rows.get(part.name)!)
  const contents = parts.flatMap(({ name }) => rows.get(name)!.flatMap((row) => namedBy(name, row)))
  const entries = contents.map(({ bytes, id }) => {
    const content = [...id].toReversed().join("").padEnd(bytes, "-").slice(0, bytes)
    mkdirSync(join(folder, dirname(pathOf(id))), { recursive: true })
    writeFileSync(join(folder, pathOf(id)), content)
    return { id, bytes, sha256: new Bun.CryptoHasher("sha256").update(content).digest("hex") }
  })
  const index = yield* write(folder, names.index, entries)
  const manifest: Manifest = {
    format: "candor-export",
    version: 1,
    candor: "1.0.0",
    exported_at: time,
    organization: { id: source, name: "Filled" },
    parts: listed,
    files: { index, count: entries.length, bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0), missing: 0 }
  }
  writeFileSync(join(folder, names.manifest), JSON.stringify(manifest))
  return rows
})
