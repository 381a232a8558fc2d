/** Stored candidates. */
import type { Actor } from "@candor/domain/Actor"
import { CandidateNotFound, type CandidateState, type Profiled } from "@candor/domain/Candidate"
import { type CandidateFilter, Candidates } from "@candor/domain/Candidates"
import type { Decided, Decision, Facts } from "@candor/domain/Decision"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { inserted, processing, requested } from "./CandidateRows.ts"
import { recorded } from "./Recording.ts"
import { after, newestFirst } from "./Paging.ts"
import { write } from "./Writing.ts"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const provide = Effect.provideService(SecureRandom.SecureRandom, yield* SecureRandom.SecureRandom)

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

  const get = (organization: OrganizationId, id: CandidateId) =>
    sql<CandidateState>`
      SELECT ${columns} FROM candidates c WHERE c.organization_id = ${organization} AND c.id = ${id}
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([candidate]) =>
        candidate === undefined ? new CandidateNotFound({ id }) : Effect.succeed(candidate)
      )
    )

  const create = <Failure>(
    actor: Actor,
    decide: (facts: Facts) => Decision<Profiled, Failure>
  ) =>
    provide(write({
      actor,
      load: Effect.void,
      decide: (_, facts) => decide(facts),
      save: (_, { entity, events }, facts) =>
        sql`
          WITH saved AS (${inserted(sql, entity.candidate, facts)})
          ${requested(sql, entity, facts, "saved")}, ${recorded(sql, facts, events)} ${processing(sql, entity, facts)}
          SELECT FROM saved
        `
    })).pipe(Effect.map(({ candidate }) => candidate))

  const save = (before: CandidateState, { entity, events }: Decided<Profiled>, facts: Facts) => {
    const { candidate } = entity
    return sql`
      WITH saved AS (
        UPDATE candidates SET
          full_name = ${candidate.full_name}, primary_email = ${candidate.primary_email},
          linkedin_url = ${candidate.linkedin_url}, website_url = ${candidate.website_url},
          github_url = ${candidate.github_url}, years_experience = ${candidate.years_experience},
          university = ${candidate.university}, version = ${candidate.version}, updated_at = ${facts.now}
        WHERE organization_id = ${facts.actor.organization_id} AND id = ${candidate.id} AND version = ${before.version}
        RETURNING organization_id, id
      )
      ${requested(sql, entity, facts, "saved")}, ${recorded(sql, facts, events)} ${processing(sql, entity, facts)}
      SELECT FROM saved
    `
  }

  const modify = <Failure>(
    actor: Actor,
    id: CandidateId,
    decide: (candidate: CandidateState, facts: Facts) => Decision<Profiled, Failure>
  ) =>
    provide(write({ actor, load: get(actor.organization_id, id), decide, save })).pipe(
      Effect.map(({ candidate }) => candidate)
    )

  return Candidates.of({ list, get, create, modify })
})

export const layer = Layer.effect(Candidates, make)
