/** Calls the methods of the port for imports. */
import type { Actor } from "@candor/domain/access/Actor"
import { Attachments } from "@candor/domain/attachment/Attachments"
import type { CandidateId } from "@candor/domain/Id"
import { add } from "@candor/domain/import/Addition"
import * as Import from "@candor/domain/import/Import"
import { Imports, type RowResult } from "@candor/domain/import/Imports"
import * as OrganizationImport from "@candor/domain/import/OrganizationImport"
import { OrganizationImports } from "@candor/domain/import/OrganizationImports"
import { propose, type TableRow } from "@candor/domain/import/Proposal"
import { maxLine } from "@candor/domain/import/Undo"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const rows: ReadonlyArray<TableRow> = [{ line: 1, cells: ["Name", "E-Mail"] }, {
  line: 2,
  cells: ["Grace Hopper", "grace@example.com"]
}]

/** Makes an import whose rows were all checked; or one that has run, without a change. */
export const importedTo = Effect.fn("importedTo")(function*(actor: Actor, state: "ready" | "completed") {
  const imports = yield* Imports
  const content_id = yield* (yield* Attachments).reserve(actor, null)
  const file = { content_id, original_filename: "people.csv", size_bytes: 100 }
  const { id } = yield* imports.create(actor, (context) => Import.upload(file, actor.user_id, context))
  yield* imports.addRows(actor.organization_id, id, rows)
  const proposal = propose(yield* imports.sample(actor.organization_id, id))
  yield* imports.modify(actor, id, (stored, context) => Import.read(stored, 1, proposal, context))
  yield* imports.modify(actor, id, (stored, context) => Import.map(stored, { columns: proposal.mapping }, context))
  yield* imports.modify(actor, id, Import.finish)
  if (state === "completed") {
    yield* imports.modify(actor, id, Import.run)
    yield* imports.modify(actor, id, Import.finish)
  }
  return id
})

/** Makes an upload of an archive of the same size as the form of `partForm` in the API's tests. */
export const uploadingTo = Effect.fn("uploadingTo")(function*(actor: Actor, size_bytes = 5) {
  const archives = yield* OrganizationImports
  const { id } = yield* archives.create(
    actor,
    undefined,
    (usage, context) => OrganizationImport.begin({ file_name: "acme.zip", size_bytes }, actor.user_id, usage, context)
  )
  return id
})

/** Calls every method of the port for archives. */
export const archives = Effect.fn("archives")(function*(actor: Actor) {
  const { organization_id } = actor
  const archives = yield* OrganizationImports
  const id = yield* uploadingTo(actor)
  const content_id = yield* (yield* Attachments).reserve(actor, null)
  const part = { number: 1, content_id, size_bytes: 5, sha256: "0".repeat(64) }
  yield* archives.receive(
    actor,
    id,
    part,
    (stored, present, context) => OrganizationImport.receive(stored, part, present, context)
  )
  yield* archives.parts(organization_id, id)
  const problem = { file: "notes.ndjson", line: 1, field: "body", message: "Expected string" }
  yield* archives.saveReport(
    organization_id,
    id,
    { nouns: [], taken_counted: 0, taken: [], problems: [problem] },
    [problem]
  )
  yield* archives.report(organization_id, id)
  yield* archives.problems(organization_id, id, 0, 10)
  yield* archives.dropParts(organization_id, id)
  const another = { ...part, content_id: yield* (yield* Attachments).reserve(actor, null) }
  const file = { content_id: another.content_id, original_filename: "acme.zip", size_bytes: 5 }
  yield* archives.create(
    actor,
    another,
    (usage, context) => OrganizationImport.upload(file, actor.user_id, usage, context)
  )
  const sql = yield* SqlClient.SqlClient
  yield* Effect.orDie(
    sql`UPDATE people_imports SET updated_at = '2020-01-01' WHERE organization_id = ${organization_id}`
  )
  yield* archives.forget
  return id
})

/** Calls every method of the port. */
export const imports = Effect.fn("imports")(function*(actor: Actor, candidate_id: CandidateId) {
  const { organization_id } = actor
  const imports = yield* Imports
  const id = yield* importedTo(actor, "completed")
  for (const after of [undefined, { created_at: "2030-01-01T00:00:00.000Z" as never, id }])
    yield* imports.list(organization_id, { limit: 10, offset: 0, after })
  yield* imports.get(organization_id, id)
  yield* imports.stored(organization_id, id)
  yield* imports.portion(organization_id, id, 0, 10)
  yield* imports.countRows(organization_id, id, 1)
  yield* imports.values(organization_id, id, 0, 10)
  yield* imports.linesOf(organization_id, id, ["grace@example.com"], 3)
  const result: RowResult = {
    line: 2,
    outcome: "known",
    name: "Grace Hopper",
    match: "email",
    same_line: null,
    person_key: "grace@example.com",
    digest: null,
    candidate_id,
    application_id: null,
    application_status: null,
    made_candidate: true,
    made_application: false,
    candidate_version: 1,
    note_id: null,
    issues: []
  }
  yield* imports.saveResults(organization_id, id, [result], true)
  yield* imports.rows(organization_id, id, ["known"], { limit: 10, offset: 0, after: { line: 1 } })
  const [job] = yield* imports.jobs(organization_id, null)
  yield* imports.jobs(organization_id, job!.job.id)
  const contacts = [
    { email_addresses: [{ address: "grace@example.com", kind: null, is_primary: true }] },
    { phone_numbers: [{ number: "+49 30 901820", kind: null, is_primary: true }] }
  ]
  yield* imports.recognize(
    organization_id,
    contacts.map((contacts) => ({
      candidate: { full_name: "Grace Hopper", ...contacts },
      digest: "none",
      job_id: job!.job.id,
      note: "Called back"
    }))
  )
  const row = {
    applicant: { full_name: "Ada Park" },
    candidate: { full_name: "Ada Park" },
    job: null,
    stage: null,
    status: null,
    source_type: null,
    applied_at: null,
    closed_at: null,
    note: "Knows Go",
    issues: []
  }
  yield* imports.add(
    actor,
    [{ job: job!.job, stage: job!.stages[0]!, ended: null }, null],
    (place, context) => add(row, place, "import", context)
  )
  yield* imports.made(organization_id, id, maxLine, 1)
  yield* imports.markUndone(organization_id, id, [{ line: 2, is_undone: true }])
  const sql = yield* SqlClient.SqlClient
  yield* Effect.orDie(
    sql`UPDATE people_imports SET updated_at = '2020-01-01' WHERE organization_id = ${organization_id}`
  )
  yield* imports.forget
  yield* imports.remove(actor, id, Import.remove)
})
