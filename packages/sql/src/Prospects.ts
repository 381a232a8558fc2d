/** Stored prospects. */
import type { Actor } from "@candor/domain/Actor"
import type { Decided, Decision, Facts } from "@candor/domain/Decision"
import type { OrganizationId, ProspectId, SearchId } from "@candor/domain/Id"
import { Json } from "@candor/domain/Json"
import { type Prospect, ProspectNotFound, type ProspectState } from "@candor/domain/Prospect"
import { Prospects } from "@candor/domain/Prospects"
import { SearchNotFound } from "@candor/domain/SourcingSearch"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { recorded } from "./Recording.ts"
import { iso } from "./Types.ts"
import { write } from "./Writing.ts"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const provide = Effect.provideService(SecureRandom.SecureRandom, yield* SecureRandom.SecureRandom)

  const shown = `
    p.id, p.full_name, p.current_title, p.current_company, p.linkedin_url, p.email, p.location, p.years_experience,
    p.summary, p.status, p.pipeline_stage`

  const list = (organization: OrganizationId, search: SearchId) =>
    sql<{ readonly text: string }>`
      SELECT '[' || coalesce((
        SELECT string_agg(row_to_json(x)::text, ',' ORDER BY x.id) FROM (
          SELECT ${sql.literal(shown)}, ${sql.literal(iso("p.created_at"))} AS created_at FROM prospects p
          WHERE p.organization_id = ${organization} AND p.search_id = ${search}
        ) x
      ), '') || ']' AS text
      FROM sourcing_searches s WHERE s.organization_id = ${organization} AND s.id = ${search}
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([row]) =>
        row === undefined
          ? new SearchNotFound({ id: search })
          : Effect.succeed(new Json<ReadonlyArray<Prospect>>(row.text))
      )
    )

  const takenUrls = (organization: OrganizationId, search: SearchId, linkedInUrls: ReadonlyArray<string>) =>
    sql<{ linkedin_urls: ReadonlyArray<string> }>`
      SELECT ARRAY(
        SELECT p.linkedin_url FROM prospects p
        WHERE p.organization_id = s.organization_id AND p.search_id = s.id
          AND p.linkedin_url = ANY (${linkedInUrls}::text[])
      ) AS linkedin_urls
      FROM sourcing_searches s
      WHERE s.organization_id = ${organization} AND s.id = ${search}
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([row]) =>
        row === undefined ? new SearchNotFound({ id: search }) : Effect.succeed(new Set(row.linkedin_urls))
      )
    )

  const insert = ({ entity: prospects, events }: Decided<ReadonlyArray<ProspectState>>, facts: Facts) =>
    sql`
      WITH saved AS (
        INSERT INTO prospects (
          organization_id, id, search_id, full_name, current_title, current_company, linkedin_url, email, location,
          years_experience, summary, status, pipeline_stage, version, created_at, updated_at
        )
        SELECT ${facts.actor.organization_id}::uuid, p.id, p.search_id, p.full_name, p.current_title, p.current_company,
          p.linkedin_url, p.email, p.location, p.years_experience, p.summary, p.status, p.pipeline_stage, p.version,
          p.created_at, p.created_at
        FROM jsonb_to_recordset(${PgTypes.jsonb(prospects)}) AS p (
          id uuid, search_id uuid, full_name text, current_title text, current_company text, linkedin_url text,
          email text, location text, years_experience integer, summary text, status text, pipeline_stage text,
          version integer, created_at timestamptz
        )
        RETURNING id
      ), ${recorded(sql, facts, events)}
      SELECT FROM saved LIMIT 1
    `

  const discover = <Failure>(
    actor: Actor,
    search: SearchId,
    linkedInUrls: ReadonlyArray<string>,
    decide: (taken: ReadonlySet<string>, facts: Facts) => Decision<ReadonlyArray<ProspectState>, Failure>
  ) =>
    provide(write({
      actor,
      load: takenUrls(actor.organization_id, search, linkedInUrls),
      decide,
      save: (_, decided, facts) => insert(decided, facts),
      races: ["prospects_linkedin"]
    }))

  const load = (organization: OrganizationId, id: ProspectId) =>
    sql<ProspectState>`
      SELECT ${sql.literal(shown)}, p.created_at, p.search_id, p.version FROM prospects p
      WHERE p.organization_id = ${organization} AND p.id = ${id}
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([prospect]) => prospect === undefined ? new ProspectNotFound({ id }) : Effect.succeed(prospect))
    )

  const save = (before: ProspectState, { entity: prospect, events }: Decided<ProspectState>, facts: Facts) =>
    sql`
      WITH saved AS (
        UPDATE prospects SET email = ${prospect.email}, status = ${prospect.status},
          pipeline_stage = ${prospect.pipeline_stage}, version = ${prospect.version}, updated_at = ${facts.now}
        WHERE organization_id = ${facts.actor.organization_id} AND id = ${prospect.id} AND version = ${before.version}
        RETURNING id
      ), ${recorded(sql, facts, events)}
      SELECT FROM saved
    `

  const modify = <Failure>(
    actor: Actor,
    id: ProspectId,
    decide: (prospect: ProspectState, facts: Facts) => Decision<ProspectState, Failure>
  ) => provide(write({ actor, load: load(actor.organization_id, id), decide, save }))

  return Prospects.of({ list, discover, modify })
})

export const layer = Layer.effect(Prospects, make)
