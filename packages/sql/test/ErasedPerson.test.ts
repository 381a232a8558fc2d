/** What is known of a person is what the declarations of nouns say. An anonymisation leaves nothing of it. */
import { exampleWith } from "@candor/domain/ExampleOf"
import * as example from "@candor/domain/Example"
import { CandidateId } from "@candor/domain/Id"
import type { Traits } from "@candor/domain/Field"
import type { EventForm } from "@candor/domain/Noun"
import { nouns } from "@candor/domain/nouns"
import { expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { storedColumns } from "../src/statements/Nouns.ts"
import { save } from "../src/statements/Saving.ts"
import { contextOf } from "../src/statements/Writing.ts"
import { runOn, undistributed } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { anonymise, erase, tablesWith } from "./Person.ts"
import { world } from "./SourcingWorld.ts"
import { newJob } from "./WebhookWorld.ts"

const marker = "zq7marker"

interface Field extends Traits {
  readonly schemas: {
    readonly event?: Schema.Codec<unknown>
    readonly json?: Schema.Codec<unknown>
    readonly row: Schema.Codec<unknown>
  }
}

type Noun = (typeof nouns)[number]
const fieldsOf = ({ fields }: Noun) => Object.entries(fields as unknown as Readonly<Record<string, Field>>)

/** The nouns that have a field which says something of a person. */
const personal = nouns.filter((noun) => fieldsOf(noun).some(([, { privacy }]) => privacy !== "kept"))

/** Puts the marker in the place of each text in a value that may be any other text. */
const marked = (value: Schema.Json, accepts: (value: Schema.Json) => boolean): Schema.Json => {
  if (accepts(marker)) return marker
  if (Array.isArray(value)) return value.map((item, at) => marked(item, (one) => accepts(value.with(at, one))))
  return value === null || typeof value !== "object"
    ? value
    : Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, marked(part, (one) => accepts({ ...value, [key]: one }))])
    )
}

/** The example of a stored field, with the marker where it says something of a person. */
const valueOf = ({ privacy, schemas }: Field): Schema.Json => {
  const schema = Schema.Struct({ value: schemas.event ?? schemas.json ?? schemas.row })
  const { value = null } = exampleWith(schema, {})
  const is = Schema.is(schema)
  return privacy === "kept" ? value : marked(value, (value) => is({ value }))
}

/** The row of the example of a noun. `references` are the ids of other rows, by their columns. */
const rowOf = (noun: Noun, references: Readonly<Record<string, string | null>>) => {
  const stored: ReadonlyArray<string> = storedColumns(noun)
  return Object.fromEntries(
    fieldsOf(noun).filter(([name]) => stored.includes(name)).map(([name, field]) => [
      name,
      name in references ? references[name]! : valueOf(field)
    ])
  )
}

/** An event of each type of a noun, with the marker in each text. */
const eventsOf = ({ forms, subject }: Noun, subject_id: string) =>
  Object.entries<EventForm>(forms).map(([verb, { data, example }]) => ({
    type: `${subject}.${verb}`,
    subject_id,
    data: marked(exampleWith(data, example), Schema.is(data)) as Schema.JsonObject
  }))

for (const database of undistributed) {
  test(`on ${database.name} an anonymised person leaves nothing in a field that is declared as personal, and nothing in events`, () =>
    runOn(forFile(database))(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { actor, search } = yield* world("Acme")
      const job = yield* newJob(actor, "Engineer")
      const references = {
        candidate_id: example.id.candidate,
        application_id: example.id.application,
        job_id: job.id,
        stage_id: job.stages[0]!.id,
        search_id: search,
        prospect_id: null,
        scorecard_template_id: null
      }
      yield* sql`
        INSERT INTO users (organization_id, id, full_name, email, role, status, created_at)
        SELECT organization_id, ${example.id.user}, full_name, 'example@example.com', role, status, created_at FROM users WHERE id = ${actor.user_id}`
      const context = yield* contextOf(actor)
      const rows = personal.flatMap((noun) => {
        const row = rowOf(noun, references)
        // What may belong to a candidate without an application is there twice, known to other systems once.
        const known = "external_ids" in row ? { external_ids: [] } : {}
        return Array.isArray(noun.partOf)
          ? [{ noun, row: { ...row, candidate_id: null } }, {
            noun,
            row: { ...row, ...known, id: crypto.randomUUID(), application_id: null }
          }]
          : [{ noun, row }]
      })
      const changed = yield* sql<{ readonly table: string }>`
        SELECT table_name AS "table" FROM information_schema.columns WHERE column_name = 'updated_at'`
      const times = (name: string) => changed.some(({ table }) => table === name) ? { updated_at: context.now } : {}
      const events = rows.flatMap(({ noun, row }) => eventsOf(noun, row["id"] as string))
      yield* save(
        sql,
        { organization_id: actor.organization_id, before: {}, context, decided: { entity: {}, events } },
        {
          saved: sql`SELECT 1`,
          inserts: rows.map(({ noun: { table }, row }) => ({ table, row: { ...times(table), ...row } }))
        }
      )
      expect(yield* tablesWith(marker)).toEqual(
        [...personal.map(({ table }) => table), "events", "external_ids"].toSorted()
      )
      yield* anonymise(actor, CandidateId.make(example.id.candidate))
      yield* erase(actor)
      expect(yield* tablesWith(marker)).toEqual([])
    })))
}
