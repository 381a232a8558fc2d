/** Stores what the rows of an import add, in one statement. */
import type { Actor } from "@candor/domain/access/Actor"
import { ofNote } from "@candor/domain/application/ApplicationSize"
import type { Decided, Decision, DecisionContext } from "@candor/domain/Decision"
import type { Addition } from "@candor/domain/import/Addition"
import { noun as note } from "@candor/domain/note/Note"
import { Effect, Result } from "effect"
import type { SqlClient } from "effect/sql"
import { savingAdditions } from "../../statements/Additions.ts"
import type { Change } from "../../statements/Change.ts"
import { RaceLost } from "../../statements/CurrentTransaction.ts"
import type { Insert, SideWrites } from "../../statements/Saving.ts"
import { contextOf } from "../../statements/Writing.ts"
import { submissionRows } from "../application/Submission.ts"
import { candidateRow, sideWrites } from "../candidate/CandidateRows.ts"

type Added = Change<undefined, Addition, Actor>

const inserted = (table: string, row: object): Insert => ({ table, row: { ...row } })

/** Adds the size of a row's new note to its counters. */
const withNote = (row: object, entity: Addition["note"]): object => {
  const { notes_counted, text_bytes } = entity === null ? { notes_counted: 0, text_bytes: 0 } : ofNote(entity)
  return { ...row, notes_counted, text_bytes: Number(Reflect.get(row, "text_bytes") ?? 0) + text_bytes }
}

/** Returns all rows that are stored for a person with an application and a note. */
const rowsOfAddition = (
  { context, decided: { entity: { created, note: written, submitted } }, organization_id }: Added
): SideWrites => {
  const change = { organization_id, context, decided: { entity: created } }
  const own = sideWrites(change)
  const applied = submitted === null ? null : submissionRows({ organization_id, context }, submitted)
  return {
    work: own.work ?? [],
    inserts: [
      inserted("candidates", withNote(candidateRow(change), submitted === null ? written : null)),
      ...own.inserts ?? [],
      ...applied === null
        ? []
        : [inserted("applications", withNote(applied.application, written)), ...applied.sideWrites.inserts ?? []],
      ...written === null ? [] : [inserted(note.table, { application_id: null, candidate_id: null, ...written })]
    ]
  }
}

/** Makes the method that stores what import rows add. */
export const adding = (sql: SqlClient.SqlClient) => {
  const saveAll = savingAdditions(sql)

  return Effect.fn("Imports.add")(function*<Row, Failure>(
    actor: Actor,
    rows: ReadonlyArray<Row>,
    decide: (row: Row, context: DecisionContext) => Decision<Addition, Failure>
  ) {
    const context = yield* contextOf(actor)
    const { organization_id } = actor
    const decisions = rows.map((row) => decide(row, context))
    const changes = decisions.filter(Result.isSuccess).map(({ success }): Added => ({
      organization_id,
      before: undefined,
      decided: success as Decided<Addition>,
      context
    }))
    if (changes.length === 0) return decisions
    const isSaved = yield* Effect.orDie(saveAll(
      organization_id,
      changes.map((change) => ({
        change,
        job_id: change.decided.entity.submitted?.application.job_id ?? null,
        rows: rowsOfAddition(change)
      }))
    ))
    return isSaved ? decisions : yield* Effect.die(new RaceLost())
  })
}
