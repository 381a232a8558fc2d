/** Stored candidates. */
import type { Actor } from "@candor/domain/Actor"
import { CandidateNotFound, type CandidateState, type Profiled } from "@candor/domain/Candidate"
import { type CandidateFilter, Candidates } from "@candor/domain/Candidates"
import type { Decision, Facts } from "@candor/domain/Decision"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { batched, few, type Key, type Placed } from "./Batching.ts"
import { inserted, profilesRequested } from "./CandidateRows.ts"
import { type Change, rowsOf } from "./Change.ts"
import { recorded } from "./Recording.ts"
import { after, newestFirst } from "./Paging.ts"
import { write } from "./Writing.ts"

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
      WHERE ${few}
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
    decide: (facts: Facts) => Decision<Profiled, Failure>
  ) =>
    write({
      actor,
      load: Effect.void,
      decide: (_, facts) => decide(facts),
      save: (change) =>
        sql`
          WITH saved AS (${inserted(sql, change.decided.entity.candidate, change.facts)}),
            ${recorded(sql, [change])} ${profilesRequested(sql, [change])}
          SELECT FROM saved
        `
    }).pipe(Effect.map(({ candidate }) => candidate))

  const save = batched(sql, (changes: ReadonlyArray<Change<CandidateState, Profiled>>) => {
    const rows = rowsOf(changes, ({ candidate }) => candidate)
    return sql<Placed>`
      WITH saved AS (
        UPDATE candidates c SET full_name = x.full_name, primary_email = x.primary_email, linkedin_url = x.linkedin_url,
          website_url = x.website_url, github_url = x.github_url, years_experience = x.years_experience,
          university = x.university, version = x.version, updated_at = x.updated_at
        FROM jsonb_to_recordset(${rows}) AS x (place integer, organization_id uuid, id uuid, loaded integer,
          full_name text, primary_email text, linkedin_url text, website_url text, github_url text,
          years_experience integer, university text, version integer, updated_at timestamptz)
        WHERE ${few} AND c.organization_id = x.organization_id AND c.id = x.id AND c.version = x.loaded
        RETURNING x.place
      ), ${recorded(sql, changes)} ${profilesRequested(sql, changes)}
      SELECT saved.place FROM saved
    `
  })

  const modify = <Failure>(
    actor: Actor,
    id: CandidateId,
    decide: (candidate: CandidateState, facts: Facts) => Decision<Profiled, Failure>
  ) =>
    write({ actor, load: get(actor.organization_id, id), decide, save }).pipe(
      Effect.map(({ candidate }) => candidate)
    )

  return Candidates.of({ list, get, create, modify })
})

export const layer = Layer.effect(Candidates, make)
