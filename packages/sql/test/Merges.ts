/** Merges in tests, and dumps of the database to compare their effects. */
import type { Actor } from "@candor/domain/access/Actor"
import type { CandidateId } from "@candor/domain/Id"
import * as CandidateMerge from "@candor/domain/person/CandidateMerge"
import { CandidateMerges } from "@candor/domain/person/CandidateMerges"
import { unmerge as decideUnmerge } from "@candor/domain/person/CandidateUnmerge"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const merge = (actor: Actor, id: CandidateId, into: CandidateId) =>
  Effect.flatMap(CandidateMerges, (merges) => merges.merge(actor, id, into, CandidateMerge.merge))

export const unmerge = (actor: Actor, id: CandidateId) =>
  Effect.flatMap(CandidateMerges, (merges) => merges.unmerge(actor, id, decideUnmerge))

/** Tables of events and of their processing: a merge and its undo add to them. */
const telling = ["events", "queue", "event_sequences", "sequencing"]

/** Returns all rows of all tables except for those of events, without counters of changes, in a fixed order. */
export const dump = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> ALL (${telling}::text[]) ORDER BY relname`
  const rows = yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(
      sql<{ row: object }>`
        SELECT to_jsonb(t) - ${["version", "updated_at", "bookings"]}::text[] AS row FROM ${sql(name)} t
        ORDER BY (to_jsonb(t) - ${["version", "updated_at", "bookings"]}::text[])::text`,
      (rows) => [name, rows.map(({ row }) => row)] as const
    ))
  return Object.fromEntries(rows)
})
