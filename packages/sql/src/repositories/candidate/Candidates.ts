/** Stored candidates. */
import type { Actor } from "@candor/domain/access/Actor"
import { maxProfiles } from "@candor/domain/profile/AiProfile"
import { CandidateNotFound, type CandidateState, type CandidateChange } from "@candor/domain/candidate/Candidate"
import { type CandidateFilter, Candidates } from "@candor/domain/candidate/Candidates"
import { type Decision, type DecisionContext, onlyIf } from "@candor/domain/Decision"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import { withinLimit } from "@candor/domain/Limit"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Key } from "../../statements/Batching.ts"
import { belongings, candidateColumns, candidateRow } from "./CandidateRows.ts"
import { insertRow } from "../../statements/Inserts.ts"
import { batchedRead } from "../../statements/Reads.ts"
import { columnsOf } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { batchedUpdate } from "../../statements/Updates.ts"
import { after, newestFirst } from "../../statements/Paging.ts"
import { write } from "../../statements/Writing.ts"

/** A candidate with the number of its AI profiles. */
interface Loaded extends Pick<CandidateState, "id" | "version"> {
  readonly candidate: CandidateState
  readonly profiles: number
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const columns = sql.literal(`c.id, ${columnsOf("c", candidateColumns)}, c.created_at, c.version`)

  const list = (
    organization: OrganizationId,
    filter: CandidateFilter,
    page: PageRequest
  ) =>
    sql<CandidateState>`
      SELECT ${columns} FROM candidates c
      WHERE c.organization_id = ${organization}
        AND ${filter.email === undefined ? sql`true` : sql`lower(c.primary_email) = lower(${filter.email})`}
        AND ${after(sql, "c", page)}
      ${newestFirst(sql, "c", page)}
    `.pipe(Effect.map((rows) => fromRows(page, rows)), Effect.orDie)

  const find = batchedRead<Key<CandidateId>, CandidateState>(
    sql,
    "candidates",
    sql`SELECT ${columns} FROM candidates c WHERE c.organization_id = request.organization_id AND c.id = request.id`
  )

  const get = (organization_id: OrganizationId, id: CandidateId) =>
    find({ organization_id, id }).pipe(
      Effect.orDie,
      Effect.flatMap(([candidate]) =>
        candidate === undefined ? new CandidateNotFound({ id }) : Effect.succeed(candidate)
      )
    )

  const create = <Failure>(
    actor: Actor,
    decide: (context: DecisionContext) => Decision<CandidateChange, Failure>
  ) =>
    write({
      actor,
      load: Effect.void,
      decide: (_, context) => decide(context),
      save: (change) =>
        save(sql, change, {
          saved: sql`${insertRow(sql, "candidates", candidateRow(change))} RETURNING id`,
          ...belongings(change)
        })
    }).pipe(Effect.map(({ candidate }) => candidate))

  const withProfiles = batchedRead<Key<CandidateId>, CandidateState & Pick<Loaded, "profiles">>(
    sql,
    "candidates",
    sql`
      SELECT ${columns}, (
        SELECT count(*)::integer FROM ai_profiles p
        WHERE p.organization_id = c.organization_id AND p.candidate_id = c.id
      ) AS profiles
      FROM candidates c WHERE c.organization_id = request.organization_id AND c.id = request.id
    `
  )

  const load = Effect.fnUntraced(function*(organization_id: OrganizationId, id: CandidateId) {
    const [row] = yield* Effect.orDie(withProfiles({ organization_id, id }))
    if (row === undefined) return yield* new CandidateNotFound({ id })
    const { profiles, ...candidate } = row
    return { id, version: candidate.version, candidate, profiles }
  })

  // Profiles are added only with a new version of their candidate, so comparing the version guards their limit too.
  const update = batchedUpdate<Loaded, CandidateChange>(sql, {
    table: "candidates",
    set: candidateColumns,
    row: ({ candidate }) => candidate,
    belongings
  })

  const modify = <Failure>(
    actor: Actor,
    id: CandidateId,
    decide: (candidate: CandidateState, context: DecisionContext) => Decision<CandidateChange, Failure>
  ) =>
    write({
      actor,
      load: load(actor.organization_id, id),
      decide: ({ candidate, profiles }, context) =>
        onlyIf(decide(candidate, context), ({ requested }) => withinLimit(maxProfiles, profiles, requested === null ? 0 : 1)),
      save: update
    }).pipe(Effect.map(({ candidate }) => candidate))

  return Candidates.of({ list, get, create, modify })
})

export const layer = Layer.effect(Candidates, make)
