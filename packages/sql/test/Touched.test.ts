/** Undoing an import leaves what somebody has worked with, in whatever table that is. */
import { Imports } from "@candor/domain/import/Imports"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { add } from "@candor/domain/import/Addition"
import { maxLine } from "@candor/domain/import/Undo"
import * as Catalog from "@candor/sql/moving/Catalog"
import { referring } from "@candor/sql/repositories/import/Touched"
import { expect, test } from "bun:test"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { runOn, undistributed } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { importedTo } from "./ImportCalls.ts"
import { unchecked } from "./Unchecked.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

const run = runOn(forFile(undistributed[0]!))

/** Values of columns that a constraint checks. */
const checked: Readonly<Record<string, string>> = {
  "assessments.results": `[{"decision": "confirmed"}]`,
  "interview_feedback.rating": "yes",
  "applications.status": "active",
  "prospects.pipeline_stage": "discovered",
  "prospects.status": "discovered"
}

/** A value of a type that a column without a default can have. */
const valueOf = (table: string, { name, type }: Catalog.Column): string =>
  type === "uuid" ?
    "gen_random_uuid()" :
    type.startsWith("timestamp") ?
    "now()" :
    type === "jsonb" ?
    `'${checked[`${table}.${name}`] ?? "[]"}'` :
    type.endsWith("[]") ?
    "'{}'"
    : type === "boolean"
    ? "false"
    : type === "text"
    ? `'${checked[`${table}.${name}`] ?? name}'`
    : type === "tstzrange"
    ? "'empty'"
    : "0"

/** A person by an import that has run, with an application and a note, or without. */
const imported = Effect.fnUntraced(function*(hasApplication: boolean) {
  const { actor } = yield* World.organization({ name: "Acme" })
  const { organization_id } = actor
  const job = yield* newJob(actor, "Data Engineer")
  const imports = yield* Imports
  const id = yield* importedTo(actor, "completed")
  const [named] = yield* imports.jobs(organization_id, job.id)
  const stage = named!.stages[0]!
  const place = hasApplication ? { job: named!.job, stage, ended: { status: "rejected", stage } as const } : null
  const person = {
    full_name: "Ada Park",
    email_addresses: [{ address: "ada@example.com", kind: null, is_primary: true }]
  }
  const row = {
    applicant: person,
    candidate: person,
    job: null,
    stage: null,
    status: null,
    source_type: null,
    applied_at: null,
    closed_at: null,
    note: hasApplication ? "Knows Go" : null,
    issues: []
  }
  const [decision] = yield* imports.add(actor, [row], (row, context) => add(row, place, "import", context))
  const { created: { candidate }, note, submitted } = Result.getOrThrow(decision!).entity
  yield* imports.saveResults(organization_id, id, [{
    line: 2,
    outcome: "new",
    name: "Ada Park",
    match: null,
    same_line: null,
    person_key: null,
    digest: null,
    candidate_id: candidate.id,
    application_id: submitted?.application.id ?? null,
    application_status: submitted?.application.status ?? null,
    made_candidate: true,
    made_application: hasApplication,
    candidate_version: 1,
    note_id: note?.id ?? null,
    issues: []
  }], true)
  const isUntouched = Effect.map(imports.made(organization_id, id, maxLine, 1), ([row]) => row!.is_untouched)
  return { actor, organization_id, candidate: candidate.id, application: submitted?.application.id, isUntouched }
})

test("what refers to candidates and applications is what the database's foreign keys say", () =>
  run(Effect.gen(function*() {
    const tables = yield* Catalog.read(yield* SqlClient.SqlClient)
    const keys = tables.flatMap(({ foreignKeys, name }) =>
      foreignKeys.flatMap(({ columns, table }) => columns.map((column) => [table, name, column] as const))
    )
    for (const table of ["applications", "candidates"] as const) {
      const found = keys.filter(([target, name, column]) => target === table && name !== table && column !== "job_id")
        .map(([, name, column]) => `${name}.${column}`)
      expect([table, [...new Set(found)].toSorted()]).toEqual([
        table,
        referring[table].map(([name, column]) => `${name}.${column}`).toSorted()
      ])
    }
  })))

test.each([[true], [false]])(
  "a row of any of these tables keeps the person, with an application: %j",
  (hasApplication) =>
    run(Effect.gen(function*() {
      const { application, candidate, isUntouched, organization_id } = yield* imported(hasApplication)
      const sql = yield* SqlClient.SqlClient
      const tables = yield* Catalog.read(sql)
      expect(yield* isUntouched).toBe(true)
      // They come with the candidate and the application, and later ones with a new version of those.
      const withVersion = new Set(["ai_profiles", "application_history"])
      const ofWork = new Set(["prints", "signals"])
      const all = Object.entries(referring).filter(([of]) => hasApplication || of === "candidates").flatMap((
        [of, some]
      ) => some.filter(([table]) => !withVersion.has(table)).map(([table, column]) => ({ table, column, of })))
      for (const { column, of, table } of all) {
        const columns = tables.find(({ name }) => name === table)!.columns.filter(({ isGenerated, isNullable, name }) =>
          // A file of a candidate has a size.
          !isGenerated && (!isNullable || name === column || name === "size_bytes")
        )
        const values = columns.map((one) =>
          one.name === "organization_id"
            ? `'${organization_id}'`
            : one.name === column
            ? `'${of === "candidates" ? candidate : application}'`
            : valueOf(table, one)
        )
        yield* unchecked(
          sql.unsafe(
            `INSERT INTO ${table} (${columns.map(({ name }) => name).join(", ")}) VALUES (${values.join(", ")})`
          )
        )
        expect([table, column, yield* isUntouched]).toEqual([table, column, ofWork.has(table)])
        const other = hasApplication && column === "candidate_id" && table === "applications"
          ? ` AND id <> '${application}'`
          : table === "notes"
          ? " AND body = 'body'"
          : ""
        yield* unchecked(
          sql.unsafe(
            `DELETE FROM ${table} WHERE organization_id = '${organization_id}' AND ${column} = '${
              of === "candidates" ? candidate : application
            }'${other}`
          )
        )
        expect([table, column, yield* isUntouched]).toEqual([table, column, true])
      }
    }))
)

test("a change of the person keeps them", () =>
  run(Effect.gen(function*() {
    const { actor, candidate, isUntouched } = yield* imported(true)
    yield* (yield* Candidates).modify(actor, candidate, (stored, context) =>
      Candidate.update(stored, { location: "Bonn" }, context))
    expect(yield* isUntouched).toBe(false)
  })))
