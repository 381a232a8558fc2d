/** Stored candidates. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { maxProfiles } from "@candor/domain/candidate/AiProfile"
import type { CandidateChange, CandidateState } from "@candor/domain/candidate/Candidate"
import { noun } from "@candor/domain/candidate/Candidate"
import { CandidateFilter, type CandidatePosition, Candidates, orderOf } from "@candor/domain/candidate/Candidates"
import { maxListedTags, maxTagged, type TagCount } from "@candor/domain/candidate/Tag"
import { type Decision, type DecisionContext, onlyIf } from "@candor/domain/Decision"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import { withinLimit } from "@candor/domain/Limit"
import { pageOf, type PageRequest } from "@candor/domain/Pagination"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { hasFewTags } from "../../database/ConcurrentIndexes.ts"
import type { Key } from "../../statements/Batching.ts"
import { candidateDuplicates } from "./CandidateDuplicates.ts"
import { comparedIn, inOrder, isAfter, positionIn } from "./CandidateOrders.ts"
import { mergedCandidates, mergedInto } from "./MergedCandidates.ts"
import { saveAnonymised } from "./CandidateAnonymisation.ts"
import { prospectsOfCandidate, type Removable, rowsOfCandidate } from "./CandidateApplications.ts"
import { removeCandidate } from "./CandidateRemoval.ts"
import { externalIdTaken } from "../external/ExternalIds.ts"
import { isCurrent } from "../profile/AiProfileRows.ts"
import {
  candidateColumns,
  candidateRow,
  candidateSelf,
  contactsOf,
  foundCandidate,
  sideWrites
} from "./CandidateRows.ts"
import { type Conditions, meets } from "../../statements/Filtering.ts"
import { insertRows } from "../../statements/Inserts.ts"
import { isOwnBesideKeys, ofOrganization } from "../../statements/OfOrganization.ts"
import { batchedRead } from "../../statements/Reads.ts"
import { save } from "../../statements/Saving.ts"
import { batchedUpdate } from "../../statements/Updates.ts"
import { limited } from "../../statements/Paging.ts"
import { seesFewApplications, whole } from "../../database/Viewer.ts"
import { write } from "../../statements/Writing.ts"

/** The most candidates with one address that a list considers. */
const maxSame = 10_000

/**
 * Returns the source of listed candidates. The condition of an address or a number selects ids of candidates that are
 * seen. An external id or a LinkedIn URL has few candidates, each of which is checked for visibility.
 */
const sourceOf = ({ email, external_id, linkedin_url, phone }: CandidateFilter): string => {
  if (email !== undefined || phone !== undefined) return "candidates"
  return external_id === undefined && linkedin_url === undefined ? "$listed_candidates" : "$candidates"
}

/** Whether an index has the order of a list and all that its filter compares. */
const isInIndex = (filter: CandidateFilter): boolean =>
  orderOf(filter) !== "family_name" &&
  Object.entries(filter).every(([name, value]) => value === undefined || name === "sort" || name === "updated_since")

/** A candidate with the number of its AI profiles, and whether the current one has failed. */
interface Loaded extends Pick<CandidateState, "id" | "version"> {
  readonly candidate: CandidateState
  readonly profiles: number
  readonly failed: boolean
}

/**
 * Makes the function that lists tags, the most frequent first. The index `candidates_tag_lists`, which is read alone, has
 * equal tags of candidates beside each other; those with many tags are few.
 */
const candidateTags = (sql: SqlClient.SqlClient) => (organization: OrganizationId) => {
  const limit = sql.literal(String(maxTagged))
  const tagged = sql`SELECT c.tags FROM $whole_candidates c WHERE c.organization_id = ${organization}`
  const hasFew = sql.literal(hasFewTags("c.tags"))
  return Effect.orDie(sql<TagCount>`
    SELECT tag AS name, sum(candidates)::integer AS candidate_count
    FROM (
      SELECT tags, count(*) AS candidates FROM (
        SELECT * FROM (${tagged} AND c.tags <> '{}' AND ${hasFew} ORDER BY c.tags LIMIT ${limit}) few
        UNION ALL
        SELECT * FROM (${tagged} AND NOT (${hasFew}) ORDER BY c.id DESC LIMIT ${limit}) many
      ) one GROUP BY tags
    ) tagged CROSS JOIN LATERAL unnest(tagged.tags) AS tag
    GROUP BY tag ORDER BY sum(candidates) DESC, tag LIMIT ${sql.literal(String(maxListedTags))}
  `)
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const columns = sql.literal(candidateSelf)
  const { changeable, orSurvivor } = mergedCandidates(sql)
  const refusals = externalIdTaken(sql, noun)

  /** The candidates with this address or number, which are few: they are found before the order of a list is. */
  const isContact = (kind: "email" | "phone") => (value: string) =>
    `c.id = ANY (ARRAY(
      SELECT found.id FROM $candidates found
      WHERE ${isOwnBesideKeys(sql, "found.organization_id")} AND found.anonymised_at IS NULL
        AND ${contactsOf("found")} && ARRAY[contact_key($organization, '${kind}', ${value})]
      LIMIT ${maxSame}
    ))`

  const own: Conditions<keyof CandidateFilter> = {
    email: isContact("email"),
    phone: isContact("phone"),
    tag: (value) => `tag_keys(c.organization_id, c.tags) @> tag_keys($organization, ARRAY[${value}::text])`
  }

  const list = (
    organization: OrganizationId,
    filter: CandidateFilter,
    page: PageRequest<CandidatePosition>
  ) => {
    const order = orderOf(filter)
    const first = (source: string) =>
      sql`
        FROM ${sql.literal(source)} c
        WHERE c.organization_id = $organization AND ${meets(sql, noun, "c", CandidateFilter, filter, own)}
          AND ${isAfter(sql, order, page)}
        ${inOrder(sql, order)} ${limited(sql, page)}`
    const select = (isFoundByIds: boolean) =>
      isFoundByIds
        ? sql<CandidateState>`
          SELECT ${columns} FROM (
            SELECT ${sql.literal(comparedIn(order))} AS compared, c.id ${first("$whole_candidates")}
          ) page CROSS JOIN LATERAL (
            SELECT * FROM public.candidates c WHERE c.organization_id = $organization AND c.id = page.id LIMIT 1
          ) c ${inOrder(sql, order, "page", "page.compared")}`
        : sql<CandidateState>`SELECT ${columns} ${first(sourceOf(filter))}`
    // A page of few among many candidates is found in an index alone, and only its rows are looked up.
    const statement = isInIndex(filter) ? Effect.map(seesFewApplications(sql), select) : Effect.succeed(select(false))
    return statement.pipe(
      Effect.map(ofOrganization(sql, organization)),
      // Planned for the tag: a frequent one is found in the order of the list, and a rare one by its index.
      Effect.flatMap((one) => filter.tag === undefined ? one : one.unprepared),
      Effect.map((rows) => pageOf(page, rows, positionIn(order))),
      Effect.orDie
    )
  }

  const find = batchedRead<Key<CandidateId>, CandidateState>(
    sql,
    "candidates",
    sql`SELECT ${columns} FROM $candidates c WHERE c.organization_id = $organization AND c.id = request.id`
  )

  const get = (organization_id: OrganizationId, id: CandidateId) =>
    orSurvivor(
      organization_id,
      id,
      (id) => find({ organization_id, id }).pipe(Effect.orDie, Effect.flatMap(foundCandidate(id)))
    )

  const readDuplicates = candidateDuplicates(sql)
  const duplicates = (organization: OrganizationId, id: CandidateId) =>
    orSurvivor(organization, id, (id) => readDuplicates(organization, id))

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
          saved: sql`${insertRows(sql, "candidates", [candidateRow(change)])} RETURNING id`,
          ...sideWrites(change)
        }),
      refusals
    }).pipe(Effect.map(({ candidate }) => candidate))

  const withProfiles = batchedRead<Key<CandidateId>, CandidateState & Pick<Loaded, "profiles" | "failed">>(
    sql,
    "candidates",
    sql`
      SELECT ${columns}, p.profiles, p.failed
      FROM $candidates c CROSS JOIN LATERAL (
        SELECT count(*)::integer AS profiles, coalesce(bool_or(p.status = 'failed' AND ${
      sql.literal(isCurrent("p"))
    }), false) AS failed
        FROM ai_profiles p WHERE p.organization_id = $organization AND p.candidate_id = c.id
      ) p
      WHERE c.organization_id = $organization AND c.id = request.id
    `
  )

  const load = Effect.fnUntraced(function*(organization_id: OrganizationId, id: CandidateId) {
    const rows = yield* Effect.orDie(withProfiles({ organization_id, id }))
    const { failed, profiles, ...candidate } = yield* changeable(organization_id, id)(rows)
    return { id, version: candidate.version, candidate, profiles, failed }
  })

  // Profiles are added only with a new version of their candidate, so comparing the version also guards the limit of
  // profiles.
  const update = batchedUpdate<Loaded, CandidateChange, Actor | Worker>(sql, {
    table: "candidates",
    set: candidateColumns,
    row: ({ candidate }) => candidate,
    sideWrites
  })

  const modify = <Failure, By extends Actor | Worker>(
    by: By,
    id: CandidateId,
    decide: (
      candidate: CandidateState,
      context: DecisionContext<By>,
      currentProfileFailed: boolean
    ) => Decision<CandidateChange, Failure>
  ) =>
    write({
      actor: by,
      load: load(by.organization_id, id),
      decide: ({ candidate, failed, profiles }, context) =>
        onlyIf(decide(candidate, context, failed), ({ requested }) =>
          withinLimit(maxProfiles, profiles, requested === null ? 0 : 1)),
      save: update,
      refusals
    }).pipe(Effect.map(({ candidate }) =>
      candidate
    ))

  const withRows = (organization: OrganizationId, id: CandidateId) =>
    sql<CandidateState & Omit<Removable, "candidate">>`
      SELECT ${columns}, ${sql.literal(rowsOfCandidate)} AS rows, ${sql.literal(prospectsOfCandidate)} AS prospects,
        ${sql.literal(mergedInto)} AS merged
      FROM $candidates c
      WHERE c.organization_id = $organization AND c.id = ${id}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(changeable(organization, id)),
      Effect.map(({ merged, prospects, rows, ...candidate }): Removable => ({ candidate, rows, prospects, merged }))
    )

  const anonymise = <Failure>(
    by: Actor | Worker,
    id: CandidateId,
    decide: (candidate: CandidateState, context: DecisionContext<Actor | Worker>) => Decision<CandidateState, Failure>
  ) =>
    write({
      actor: by,
      load: whole(withRows(by.organization_id, id)),
      decide: ({ candidate }, context) => decide(candidate, context),
      save: (change) => saveAnonymised(sql, change)
    })

  const remove = <Failure>(
    actor: Actor,
    id: CandidateId,
    decide: (candidate: CandidateState) => Decision<CandidateState, Failure>
  ) =>
    write({
      actor,
      load: whole(withRows(actor.organization_id, id)),
      decide: ({ candidate }) => decide(candidate),
      save: (change) => removeCandidate(sql, change),
      races: ["applications_candidate", "prospects_candidate", "prospects_application"]
    }).pipe(Effect.asVoid)

  const tags = candidateTags(sql)
  return Candidates.of({
    list,
    get,
    duplicates,
    tags,
    create,
    modify,
    anonymise,
    remove
  })
})

export const layer = Layer.effect(Candidates, make)
