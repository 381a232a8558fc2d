/** Stored prospects. */
import type { Actor } from "@candor/domain/access/Actor"
import { type Decision, type DecisionContext, onlyIf } from "@candor/domain/Decision"
import type { OrganizationId, ProspectId, SearchId } from "@candor/domain/Id"
import { listOf } from "@candor/domain/Encoded"
import {
  type Prospect,
  ProspectNotFound,
  type ProspectState,
  type SearchSize,
  sizeOf,
  withinLimits
} from "@candor/domain/sourcing/Prospect"
import { Prospects } from "@candor/domain/sourcing/Prospects"
import { SearchNotFound } from "@candor/domain/sourcing/SourcingSearch"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { batched, fewRowsExpected, type Key, type Placed } from "../../statements/Batching.ts"
import { type Change, rowsOf } from "../../statements/Change.ts"
import { recorded } from "../../statements/Recording.ts"
import { iso } from "../../database/Types.ts"
import { write } from "../../statements/Writing.ts"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const shown = `
    p.id, p.full_name, p.current_title, p.current_company, p.linkedin_url, p.email, p.location, p.years_experience,
    p.summary, p.status, p.pipeline_stage`

  // One row for each prospect, so that no message of the database is longer than a prospect.
  const list = (organization: OrganizationId, search: SearchId) =>
    sql<{ readonly json: Uint8Array | null }>`
      SELECT x.json FROM sourcing_searches s
      LEFT JOIN LATERAL (
        SELECT p.id, (
          SELECT convert_to(row_to_json(x)::text, 'UTF8')
          FROM (SELECT ${sql.literal(shown)}, ${sql.literal(iso("p.created_at"))} AS created_at) x
        ) AS json
        FROM prospects p WHERE p.organization_id = s.organization_id AND p.search_id = s.id
      ) x ON true
      WHERE s.organization_id = ${organization} AND s.id = ${search}
      ORDER BY x.id
    `.pipe(
      Effect.orDie,
      Effect.flatMap((rows) =>
        rows.length === 0
          ? new SearchNotFound({ id: search })
          : Effect.succeed(listOf<Prospect>(rows.flatMap(({ json }) => json ?? [])))
      )
    )

  const searchSize = (organization: OrganizationId, search: SearchId, linkedInUrls: ReadonlyArray<string>) =>
    sql<SearchSize & { linkedin_urls: ReadonlyArray<string> }>`
      SELECT s.prospects_counted, s.text_bytes, ARRAY(
        SELECT p.linkedin_url FROM prospects p
        WHERE p.organization_id = s.organization_id AND p.search_id = s.id
          AND p.linkedin_url = ANY (${linkedInUrls}::text[])
      ) AS linkedin_urls
      FROM sourcing_searches s
      WHERE s.organization_id = ${organization} AND s.id = ${search}
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([row]) => row === undefined ? new SearchNotFound({ id: search }) : Effect.succeed(row))
    )

  const insert = (change: Change<unknown, ReadonlyArray<ProspectState>>, search: SearchId) => {
    const { decided: { entity: prospects }, context } = change
    const { prospects_counted, text_bytes } = sizeOf(prospects)
    return sql`
      WITH saved AS (
        INSERT INTO prospects (
          organization_id, id, search_id, full_name, current_title, current_company, linkedin_url, email, location,
          years_experience, summary, status, pipeline_stage, version, created_at, updated_at
        )
        SELECT ${context.actor.organization_id}::uuid, p.id, p.search_id, p.full_name, p.current_title, p.current_company,
          p.linkedin_url, p.email, p.location, p.years_experience, p.summary, p.status, p.pipeline_stage, p.version,
          p.created_at, p.created_at
        FROM jsonb_to_recordset(${PgTypes.jsonb(prospects)}) AS p (
          id uuid, search_id uuid, full_name text, current_title text, current_company text, linkedin_url text,
          email text, location text, years_experience integer, summary text, status text, pipeline_stage text,
          version integer, created_at timestamptz
        )
        RETURNING 0 AS place
      ), counted AS (
        UPDATE sourcing_searches SET prospects_counted = prospects_counted + ${prospects_counted},
          text_bytes = text_bytes + ${text_bytes}
        WHERE organization_id = ${context.actor.organization_id} AND id = ${search}
      ), ${recorded(sql, [change])}
      SELECT FROM saved LIMIT 1
    `
  }

  const discover = <Failure>(
    actor: Actor,
    search: SearchId,
    linkedInUrls: ReadonlyArray<string>,
    decide: (taken: ReadonlySet<string>, context: DecisionContext) => Decision<ReadonlyArray<ProspectState>, Failure>
  ) =>
    write({
      actor,
      load: searchSize(actor.organization_id, search, linkedInUrls),
      decide: ({ linkedin_urls, ...size }, context) =>
        onlyIf(decide(new Set(linkedin_urls), context), (prospects) => withinLimits(size, sizeOf(prospects))),
      save: (change) => insert(change, search),
      races: ["prospects_linkedin", "sourcing_searches_size"]
    })

  const find = batched(sql, (asked: ReadonlyArray<Key<ProspectId>>) =>
    sql<ProspectState & Placed>`
      SELECT asked.place, ${sql.literal(shown)}, p.created_at, p.search_id, p.version
      FROM jsonb_to_recordset(${PgTypes.jsonb(asked)}) AS asked (place integer, organization_id uuid, id uuid)
      JOIN prospects p ON p.organization_id = asked.organization_id AND p.id = asked.id
      WHERE ${fewRowsExpected}
    `)

  const load = (organization_id: OrganizationId, id: ProspectId) =>
    find({ organization_id, id }).pipe(
      Effect.orDie,
      Effect.flatMap(([prospect]) => prospect === undefined ? new ProspectNotFound({ id }) : Effect.succeed(prospect))
    )

  const save = batched(sql, (changes: ReadonlyArray<Change<ProspectState, ProspectState>>) => {
    const rows = rowsOf(changes, ({ email, pipeline_stage, status, version }) => ({
      email,
      pipeline_stage,
      status,
      version
    }))
    return sql<Placed>`
      WITH saved AS (
        UPDATE prospects p SET email = x.email, status = x.status, pipeline_stage = x.pipeline_stage,
          version = x.version, updated_at = x.updated_at
        FROM jsonb_to_recordset(${rows}) AS x (place integer, organization_id uuid, id uuid, loaded integer,
          email text, status text, pipeline_stage text, version integer, updated_at timestamptz)
        WHERE ${fewRowsExpected} AND p.organization_id = x.organization_id AND p.id = x.id AND p.version = x.loaded
        RETURNING x.place
      ), ${recorded(sql, changes)}
      SELECT saved.place FROM saved
    `
  })

  const modify = <Failure>(
    actor: Actor,
    id: ProspectId,
    decide: (prospect: ProspectState, context: DecisionContext) => Decision<ProspectState, Failure>
  ) => write({ actor, load: load(actor.organization_id, id), decide, save })

  return Prospects.of({ list, discover, modify })
})

export const layer = Layer.effect(Prospects, make)
