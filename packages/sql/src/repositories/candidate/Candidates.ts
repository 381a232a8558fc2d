/** Stored candidates. */
import type { Actor } from "@candor/domain/access/Actor"
import { maxProfiles } from "@candor/domain/profile/AiProfile"
import { CandidateNotFound, type CandidateState, type CandidateChange } from "@candor/domain/candidate/Candidate"
import { type CandidateFilter, Candidates } from "@candor/domain/candidate/Candidates"
import { type Decision, type DecisionContext, onlyIf } from "@candor/domain/Decision"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import { withinLimit } from "@candor/domain/Limit"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { batched, fewRowsExpected, type Key, type Placed } from "../../statements/Batching.ts"
import { inserted, profilesRequested } from "./CandidateRows.ts"
import { type Change, rowsOf } from "../../statements/Change.ts"
import { recorded } from "../../statements/Recording.ts"
import { after, newestFirst } from "../../statements/Paging.ts"
import { write } from "../../statements/Writing.ts"

/** A candidate with the number of its AI profiles. */
interface Loaded extends Pick<CandidateState, "id" | "version"> {
  readonly candidate: CandidateState
  readonly profiles: number
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const columns = sql.literal(
    "c.id, c.full_name, c.primary_email, c.linkedin_url, c.website_url, c.github_url, c.years_experience, " +
      "c.university, c.created_at, c.version"
  )

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

  const find = batched(sql, (asked: ReadonlyArray<Key<CandidateId>>) =>
    sql<CandidateState & Placed>`
      SELECT asked.place, ${columns}
      FROM jsonb_to_recordset(${PgTypes.jsonb(asked)}) AS asked (place integer, organization_id uuid, id uuid)
      JOIN candidates c ON c.organization_id = asked.organization_id AND c.id = asked.id
      WHERE ${fewRowsExpected}
    `)

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
        sql`
          WITH saved AS (${inserted(sql, change.decided.entity.candidate, change.context)}),
            ${recorded(sql, [change])} ${profilesRequested(sql, [change])}
          SELECT FROM saved
        `
    }).pipe(Effect.map(({ candidate }) => candidate))

  const withProfiles = batched(sql, (asked: ReadonlyArray<Key<CandidateId>>) =>
    sql<CandidateState & Pick<Loaded, "profiles"> & Placed>`
      SELECT asked.place, ${columns}, (
        SELECT count(*)::integer FROM ai_profiles p
        WHERE p.organization_id = c.organization_id AND p.candidate_id = c.id
      ) AS profiles
      FROM jsonb_to_recordset(${PgTypes.jsonb(asked)}) AS asked (place integer, organization_id uuid, id uuid)
      JOIN candidates c ON c.organization_id = asked.organization_id AND c.id = asked.id
      WHERE ${fewRowsExpected}
    `)

  const load = Effect.fnUntraced(function*(organization_id: OrganizationId, id: CandidateId) {
    const [row] = yield* Effect.orDie(withProfiles({ organization_id, id }))
    if (row === undefined) return yield* new CandidateNotFound({ id })
    const { profiles, ...candidate } = row
    return { id, version: candidate.version, candidate, profiles }
  })

  // Profiles are added only with a new version of their candidate, so comparing the version guards their limit too.
  const save = batched(sql, (changes: ReadonlyArray<Change<Loaded, CandidateChange>>) => {
    const rows = rowsOf(changes, ({ candidate }) => candidate)
    return sql<Placed>`
      WITH saved AS (
        UPDATE candidates c SET full_name = x.full_name, primary_email = x.primary_email, linkedin_url = x.linkedin_url,
          website_url = x.website_url, github_url = x.github_url, years_experience = x.years_experience,
          university = x.university, version = x.version, updated_at = x.updated_at
        FROM jsonb_to_recordset(${rows}) AS x (place integer, organization_id uuid, id uuid, loaded integer,
          full_name text, primary_email text, linkedin_url text, website_url text, github_url text,
          years_experience integer, university text, version integer, updated_at timestamptz)
        WHERE ${fewRowsExpected} AND c.organization_id = x.organization_id AND c.id = x.id AND c.version = x.loaded
        RETURNING x.place
      ), ${recorded(sql, changes)} ${profilesRequested(sql, changes)}
      SELECT saved.place FROM saved
    `
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
      save
    }).pipe(Effect.map(({ candidate }) => candidate))

  return Candidates.of({ list, get, create, modify })
})

export const layer = Layer.effect(Candidates, make)
