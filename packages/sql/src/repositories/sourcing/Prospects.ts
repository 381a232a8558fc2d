/** Stored prospects. */
import type { Actor } from "@candor/domain/access/Actor"
import { type Decided, type Decision, type DecisionContext, onlyIf } from "@candor/domain/Decision"
import type { ExternalIdTaken } from "@candor/domain/ExternalId"
import type { OrganizationId, ProspectId, SearchId } from "@candor/domain/Id"
import { Encoded } from "@candor/domain/Encoded"
import { identitiesOf, type KnownProspect, TakenByProspect } from "@candor/domain/sourcing/Duplicates"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import {
  growth,
  noun,
  type Prospect,
  type ProspectDraft,
  type ProspectListItem,
  ProspectNotFound,
  type ProspectState,
  type SearchSize,
  sizedTexts,
  sizeOf,
  withinLimits
} from "@candor/domain/sourcing/Prospect"
import { ProspectFilter, Prospects } from "@candor/domain/sourcing/Prospects"
import { ResourceNotFound } from "@candor/domain/Resource"
import { Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { Key } from "../../statements/Batching.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { batchedRead } from "../../statements/Reads.ts"
import { externalIdTaken } from "../external/ExternalIds.ts"
import { conversions } from "./Conversion.ts"
import { meets } from "../../statements/Filtering.ts"
import { insertRows } from "../../statements/Inserts.ts"
import { changedColumns, object } from "../../statements/Nouns.ts"
import { after, newestFirst } from "../../statements/Paging.ts"
import { partsOf, type PartRow } from "../../statements/Parts.ts"
import { prospectRemoval } from "./ProspectRemoval.ts"
import { addToSize, prospectShown, prospectState } from "./ProspectRows.ts"
import { save } from "../../statements/Saving.ts"
import { batchedUpdate } from "../../statements/Updates.ts"
import { type Refusals, write } from "../../statements/Writing.ts"

/** A constraint that guards the limits. A statement that breaks it has lost a race, and is decided again. */
const sizeGuard = "sourcing_searches_size"

/** The foreign key to the search. A statement that breaks it has lost a race against the search's deletion. */
const searchGuard = "prospects_organization_id_search_id_fkey"

/** The constraints that make LinkedIn URLs and e-mail addresses unique within a search, and their failures. */
const identityGuards = {
  prospects_linkedin: Effect.fail(new TakenByProspect({ field: "linkedin_url" })),
  prospects_email: Effect.fail(new TakenByProspect({ field: "email" }))
}

/** A prospect with the size of its search. */
interface Loaded {
  readonly id: ProspectId
  readonly version: number
  readonly prospect: ProspectState
  /** Whether the database keeps the e-mail address unique within the search. Rows of earlier versions are exempt. */
  readonly email_is_unique: boolean
  readonly size: SearchSize
}

/** A prospect to save. */
type Saved = ProspectState & Pick<Loaded, "email_is_unique">

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const refusals: Refusals<ExternalIdTaken | TakenByProspect> = { ...identityGuards, ...externalIdTaken(sql, noun) }

  /** The JSON of a prospect `p`. */
  const json = sql.literal(`convert_to(${object(prospectShown)}::text, 'UTF8') AS json`)

  // One row for each prospect, so that no message of the database is longer than a prospect.
  const list = (organization: OrganizationId, search: SearchId, filter: ProspectFilter) =>
    sql<PartRow>`
      SELECT x.json FROM $sourcing_searches s
      LEFT JOIN LATERAL (
        SELECT p.id, ${json} FROM $scanned_prospects p
        WHERE p.organization_id = $organization AND p.search_id = s.id
          AND ${meets(sql, noun, "p", ProspectFilter, filter)}
      ) x ON true
      WHERE s.organization_id = $organization AND s.id = ${search}
      ORDER BY x.id
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(
        partsOf<Prospect, ResourceNotFound>(new ResourceNotFound({ subject: "sourcing_search", id: search }))
      )
    )

  const listAll = (organization: OrganizationId, filter: ProspectFilter, page: PageRequest) =>
    sql<ProspectListItem>`
      SELECT ${sql.literal(prospectState)}, (
        SELECT json_build_object('id', s.id, 'name', s.name) FROM $sourcing_searches s
        WHERE s.organization_id = $organization AND s.id = p.search_id
      ) AS search
      FROM $scanned_prospects p
      WHERE p.organization_id = $organization AND ${meets(sql, noun, "p", ProspectFilter, filter)}
        AND ${after(sql, "p", page)}
      ${newestFirst(sql, "p", page)}
    `.pipe(ofOrganization(sql, organization), Effect.map((rows) => fromRows(page, rows)), Effect.orDie)

  const read = batchedRead<Key<ProspectId>, { readonly json: Uint8Array }>(
    sql,
    "prospects",
    sql`SELECT ${json} FROM $prospects p WHERE p.organization_id = $organization AND p.id = request.id`
  )

  const get = (organization_id: OrganizationId, id: ProspectId) =>
    read({ organization_id, id }).pipe(
      Effect.orDie,
      Effect.flatMap(([row]) =>
        row === undefined ? new ProspectNotFound({ id }) : Effect.succeed(new Encoded<Prospect>(row.json))
      )
    )

  /**
   * Reads the size of a search, and its prospects that have a LinkedIn URL or an e-mail address of the drafts, including
   * hidden ones, because the constraints that make these unique see all prospects.
   */
  const present = (organization: OrganizationId, search: SearchId, drafts: ReadonlyArray<ProspectDraft>) => {
    const { emails, linkedin_urls } = identitiesOf(drafts)
    return sql<SearchSize & { readonly known: ReadonlyArray<KnownProspect> }>`
      SELECT s.prospects_counted, s.text_bytes, coalesce((
        SELECT json_agg(json_build_object('id', (
          SELECT seen.id FROM $prospects seen WHERE seen.organization_id = $organization AND seen.id = p.id
        ), 'linkedin_url', p.linkedin_url, 'email', p.email) ORDER BY p.id)
        FROM public.prospects p
        WHERE p.organization_id = $organization AND p.search_id = s.id
          AND (p.linkedin_url = ANY (${linkedin_urls}::text[]) OR lower(p.email) = ANY (${emails}::text[]))
      ), '[]') AS known
      FROM $sourcing_searches s
      WHERE s.organization_id = $organization AND s.id = ${search}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([row]) =>
        row === undefined ? new ResourceNotFound({ subject: "sourcing_search", id: search }) : Effect.succeed(row)
      )
    )
  }

  const discover = <Failure>(
    actor: Actor,
    search: SearchId,
    drafts: ReadonlyArray<ProspectDraft>,
    decide: (
      known: ReadonlyArray<KnownProspect>,
      context: DecisionContext
    ) => Decision<ReadonlyArray<ProspectState>, Failure>
  ) =>
    write({
      actor,
      load: present(actor.organization_id, search, drafts),
      decide: ({ known, ...size }, context) =>
        onlyIf(decide(known, context), (prospects) => withinLimits(size, sizeOf(prospects))),
      save: (change) => {
        const prospects = change.decided.entity
        return save(sql, change, {
          saved: sql`${
            insertRows(
              sql,
              "prospects",
              prospects.map((prospect) => ({
                organization_id: actor.organization_id,
                ...prospect,
                email_is_unique: true,
                updated_at: prospect.created_at
              }))
            )
          } RETURNING id`,
          increments: [addToSize(search, sizeOf(prospects))]
        })
      },
      races: [...Object.keys(identityGuards), sizeGuard, searchGuard],
      refusals: externalIdTaken(sql, noun)
    })

  const find = batchedRead<Key<ProspectId>, Saved & SearchSize>(
    sql,
    "prospects",
    sql`
      SELECT ${sql.literal(prospectState)}, p.email_is_unique, s.prospects_counted, s.text_bytes
      FROM $prospects p JOIN $sourcing_searches s ON s.organization_id = $organization AND s.id = p.search_id
      WHERE p.organization_id = $organization AND p.id = request.id
    `
  )

  const load = (organization_id: OrganizationId, id: ProspectId) =>
    find({ organization_id, id }).pipe(
      Effect.orDie,
      Effect.flatMap(([row]): Effect.Effect<Loaded, ProspectNotFound> => {
        if (row === undefined) return new ProspectNotFound({ id })
        const { email_is_unique, prospects_counted, text_bytes, ...prospect } = row
        const size = { prospects_counted, text_bytes }
        return Effect.succeed({ id, version: prospect.version, prospect, email_is_unique, size })
      })
    )

  const written = [...changedColumns(noun), "email_is_unique"]

  // Prospects of one search that are shortlisted concurrently need no lock on the search.
  const updateUnsized = batchedUpdate<Loaded, Saved>(sql, {
    table: "prospects",
    set: written.filter((column) => !sizedTexts.some((text) => text === column)),
    row: (prospect) => prospect
  })

  const updateTexts = batchedUpdate<Loaded, Saved>(sql, {
    table: "prospects",
    set: written,
    row: (prospect) => prospect,
    locks: { table: "sourcing_searches", by: "search_id" },
    sideWrites: ({ before: { prospect }, decided: { entity } }) => ({
      increments: [addToSize(prospect.search_id, growth(prospect, entity))]
    })
  })

  const modify = <Failure>(
    actor: Actor,
    id: ProspectId,
    decide: (prospect: ProspectState, context: DecisionContext) => Decision<ProspectState, Failure>
  ) =>
    write({
      actor,
      load: load(actor.organization_id, id),
      decide: ({ email_is_unique, prospect, size }, context) =>
        Result.map(
          onlyIf(decide(prospect, context), (after) => withinLimits(size, growth(prospect, after))),
          (decided): Decided<Saved> => {
            const { entity } = decided
            return {
              ...decided,
              entity: { ...entity, email_is_unique: email_is_unique || entity.email !== prospect.email }
            }
          }
        ),
      save: (change) => {
        const { before: { prospect }, decided: { entity } } = change
        return growth(prospect, entity).text_bytes === 0 && sizedTexts.every((text) => entity[text] === prospect[text])
          ? updateUnsized(change)
          : updateTexts(change)
      },
      races: [sizeGuard],
      refusals
    }).pipe(Effect.map(({ email_is_unique: _, ...prospect }): ProspectState => prospect))

  return Prospects.of({ list, listAll, get, discover, modify, convert: conversions(sql), remove: prospectRemoval(sql) })
})

export const layer = Layer.effect(Prospects, make)
