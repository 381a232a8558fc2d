/**
 * Merges of candidates (decision 0042). The merged candidate's row moves to `candidate_merges`, where it stays until
 * the merge can no longer be undone. Its applications, and its own notes, files and profiles, become the survivor's,
 * including applications of deleted jobs.
 */
import type { Actor } from "@candor/domain/access/Actor"
import type { Rival } from "@candor/domain/application/ApplicationRemoval"
import { CandidateNotFound, type CandidateState, noun } from "@candor/domain/candidate/Candidate"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import type { PageRequest } from "@candor/domain/Pagination"
import {
  CandidateNotMerged,
  type MergeContext,
  type Merged,
  type MergePosition,
  maxMoved,
  type Undo,
  undoDays,
  type UnmergeContext,
  type Unmerged
} from "@candor/domain/person/CandidateMerge"
import { CandidateMerges } from "@candor/domain/person/CandidateMerges"
import type { OwnSize } from "@candor/domain/person/OwnSize"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Change } from "../../statements/Change.ts"
import { insertRows } from "../../statements/Inserts.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { originOf } from "../../statements/Outbox.ts"
import { pick } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { whole, wholeBeside } from "../../database/Viewer.ts"
import { write } from "../../statements/Writing.ts"
import { applicationsUpdated } from "../application/ApplicationEvents.ts"
import { rival } from "../application/ApplicationRemoval.ts"
import { externalIdTaken } from "../external/ExternalIds.ts"
import { ofVisibleJob } from "../application/Visibility.ts"
import { prospectsUpdated } from "../sourcing/ProspectEvents.ts"
import { candidateColumns, candidateSelf, updateCandidate } from "./CandidateRows.ts"
import { mergedCandidates, mergesInto } from "./MergedCandidates.ts"

/** Merges that one statement makes permanent. */
const portion = 1000

/** Makes the effect that deletes the undo data of old merges. */
const forgottenMerges = (sql: SqlClient.SqlClient) => {
  const isPast = sql.literal(`m.undo IS NOT NULL AND m.merged_at < now() - interval '${undoDays} days'`)

  const forgetSome = (organization: OrganizationId) =>
    sql`
      UPDATE candidate_merges m SET undo = NULL WHERE m.organization_id = ${organization} AND m.candidate_id IN (
        SELECT m.candidate_id FROM candidate_merges m WHERE m.organization_id = ${organization} AND ${isPast}
        ORDER BY m.merged_at LIMIT ${sql.literal(String(portion))} FOR UPDATE SKIP LOCKED
      )
      RETURNING m.candidate_id
    `.pipe(Effect.map((rows) => rows.length === portion))

  return sql<{ readonly organization_id: OrganizationId }>`
    SELECT DISTINCT m.organization_id FROM candidate_merges m WHERE ${isPast}
  `.pipe(
    Effect.flatMap(
      Effect.forEach(({ organization_id }) => Effect.repeat(forgetSome(organization_id), { while: (more) => more }), {
        discard: true
      })
    ),
    Effect.orDie
  )
}

/** A candidate with the counts that bound a merge. */
interface Counted extends CandidateState, OwnSize {
  readonly applications: number
  readonly profiles: number
  readonly sequence: number
}

/** Splits a row into the candidate, the size of its own parts, and the other counts. */
const parted = (
  { applications, file_bytes, files_counted, notes_counted, profiles, sequence, text_bytes, ...candidate }: Counted
) =>
  [candidate, { file_bytes, files_counted, notes_counted, profiles, text_bytes }, { applications, sequence }] as const

/** Marks the rivals that the viewer does not see. Both of a pair are on the same job, and hidden together. */
const hidingRivals = (all: MergeContext, seen: MergeContext): MergeContext => {
  const ids = new Set(seen.rivals.map(([{ id }]) => id))
  const hide = (one: Rival): Rival => ({ ...one, is_hidden: true })
  return { ...all, rivals: all.rivals.map((pair) => ids.has(pair[0].id) ? pair : [hide(pair[0]), hide(pair[1])]) }
}

/** Makes the functions that merge candidates, and that undo merges. */
const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { changeable, orSurvivor } = mergedCandidates(sql)

  const counted = (organization: OrganizationId, id: CandidateId) =>
    sql<Counted>`
      SELECT ${sql.literal(candidateSelf)}, c.notes_counted, c.text_bytes, c.files_counted, c.file_bytes, (
        SELECT count(*)::integer FROM (
          SELECT FROM $applications a WHERE a.organization_id = $organization AND a.candidate_id = c.id
          LIMIT ${maxMoved.limit + 1}
        ) counted
      ) AS applications, (
        SELECT count(*)::integer FROM ai_profiles p WHERE p.organization_id = $organization AND p.candidate_id = c.id
      ) AS profiles, (
        SELECT coalesce(max(m.sequence), 0) FROM candidate_merges m
        WHERE m.organization_id = $organization AND m.into_id = c.id
      ) AS sequence
      FROM $candidates c WHERE c.organization_id = $organization AND c.id = ${id}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(changeable(organization, id)))

  const rivalsOf = (organization: OrganizationId, id: CandidateId, into: CandidateId) =>
    sql<{ readonly one: Rival; readonly other: Rival }>`
      SELECT ${sql.literal(rival("a", "s"))} AS one, ${sql.literal(rival("b", "t"))} AS other
      FROM $applications a
      JOIN applications b ON b.organization_id = $organization AND b.job_id = a.job_id AND b.candidate_id = ${into}
      JOIN stages s ON s.organization_id = $organization AND s.job_id = a.job_id AND s.id = a.stage_id
      JOIN stages t ON t.organization_id = $organization AND t.job_id = b.job_id AND t.id = b.stage_id
      WHERE a.organization_id = $organization AND a.candidate_id = ${id} AND a.candidate_id <> b.candidate_id
        AND a.duplicate_of IS NULL AND b.duplicate_of IS NULL
      ORDER BY a.id LIMIT ${maxMoved.limit}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const load = Effect.fnUntraced(function*(organization: OrganizationId, id: CandidateId, into_id: CandidateId) {
    const one = yield* counted(organization, id)
    const other = yield* counted(organization, into_id)
    const rivals = yield* rivalsOf(organization, id, into_id)
    const [candidate, moved, { applications, sequence }] = parted(one)
    const [into, present, { sequence: sequenceOfOther }] = parted(other)
    const context: MergeContext = {
      candidate,
      into,
      applications,
      own: { moved, present },
      rivals: rivals.map(({ one, other }) => [one, other]),
      sequence: Math.max(sequence, sequenceOfOther)
    }
    return context
  })

  /** Locks rows in the order of their ids, and returns whether all have these versions. */
  const locked = (
    table: "candidates" | "applications",
    organization: OrganizationId,
    rows: ReadonlyArray<{ readonly id: string; readonly version: number }>
  ) =>
    sql<{ readonly id: string; readonly version: number }>`
      SELECT t.id, t.version FROM ${sql.literal(table)} t
      WHERE t.organization_id = ${organization} AND t.id = ANY (${rows.map(({ id }) => id)}::uuid[])
      ORDER BY t.id FOR UPDATE
    `.pipe(Effect.map((found) => {
      const versions = new Map(found.map(({ id, version }) => [id, version]))
      return rows.every(({ id, version }) => versions.get(id) === version)
    }))

  /** A common table expression with these applications in their current state within the transaction. */
  const changedApplications = (ids: ReadonlyArray<string>) =>
    sql`changed_applications AS (
      SELECT a.* FROM applications a WHERE a.organization_id = $organization AND a.id = ANY (${ids}::uuid[]) AND ${
      sql.literal(ofVisibleJob)
    }
    )`

  /**
   * Marks second applications on a job. This comes before the others move, because a candidate can have only one
   * unmarked application on a job.
   */
  const mark = (organization: OrganizationId, { duplicates, merged_at }: Merged) =>
    sql`
      UPDATE applications a SET duplicate_of = x.duplicate_of, version = a.version + 1, updated_at = greatest(a.updated_at, ${merged_at}::timestamptz)
      FROM unnest(
        ${duplicates.map(({ id }) => id)}::uuid[], ${duplicates.map(({ duplicate_of }) => duplicate_of)}::uuid[]
      ) AS x (id, duplicate_of)
      WHERE a.organization_id = ${organization} AND a.id = x.id
    `

  const moveAll = Effect.fnUntraced(
    function*(organization: OrganizationId, { candidate, into, merged_at }: Merged, context: DecisionContext) {
      const ids = Effect.map((rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id))
      const applications = yield* ids(sql<{ readonly id: string }>`
      UPDATE applications a SET candidate_id = ${into.id}, version = a.version + 1, updated_at = greatest(a.updated_at, ${merged_at}::timestamptz)
      WHERE a.organization_id = ${organization} AND a.candidate_id = ${candidate.id} RETURNING a.id`)
      // Their versions stay, because a worker that processes a profile compares its version.
      const own = (table: string) =>
        ids(sql<{ readonly id: string }>`
      UPDATE ${sql.literal(table)} x SET candidate_id = ${into.id}
      WHERE x.organization_id = ${organization} AND x.candidate_id = ${candidate.id} RETURNING x.id`)
      const [profiles, notes, attachments] = [yield* own("ai_profiles"), yield* own("notes"), yield* own("attachments")]
      const prospects = yield* ids(sql<{ readonly id: string }>`
      WITH ${
        sql.csv(prospectsUpdated(
          sql,
          sql`
        UPDATE prospects p SET candidate_id = ${into.id}, version = p.version + 1, updated_at = ${merged_at}
        WHERE p.organization_id = $organization AND p.candidate_id = ${candidate.id}`,
          originOf(sql, context)
        ))
      }
      SELECT p.id FROM changed_prospects p`.pipe(ofOrganization(sql, organization)))
      const merges = yield* ids(sql<{ readonly id: string }>`
      UPDATE candidate_merges m SET into_id = ${into.id}
      WHERE m.organization_id = ${organization} AND m.into_id = ${candidate.id} RETURNING m.candidate_id AS id`)
      // Raises the survivor's booking number above both, so that a booking decided earlier is decided again with the
      // other one's interviews.
      yield* sql`
      UPDATE candidates c SET bookings = 1 + (
        SELECT max(x.bookings) FROM candidates x WHERE x.organization_id = ${organization} AND x.id IN (${candidate.id}, ${into.id})
      ) WHERE c.organization_id = ${organization} AND c.id = ${into.id}`
      yield* sql`DELETE FROM candidates c WHERE c.organization_id = ${organization} AND c.id = ${candidate.id}`
      return { applications, profiles, notes, attachments, prospects, merges }
    }
  )

  /**
   * Saves a merge if both candidates, and the compared applications, still have their loaded versions. An application
   * that has been added since, on a job of the other candidate, breaks the index `applications_once`.
   */
  const saveMerge = Effect.fnUntraced(function*(change: Change<MergeContext, Merged>) {
    const { before, decided: { entity }, organization_id } = change
    const {
      candidate,
      duplicates,
      email_addresses,
      external_ids,
      filled,
      into,
      merged_at,
      phone_numbers,
      sequence,
      survivor,
      tags
    } = entity
    if (!(yield* locked("candidates", organization_id, [before.candidate, before.into]))) return []
    if (before.rivals.length > 0) {
      if (!(yield* locked("applications", organization_id, before.rivals.flat()))) return []
      yield* mark(organization_id, entity)
    }
    const undo: Undo = {
      candidate,
      survivor,
      filled,
      tags,
      email_addresses,
      phone_numbers,
      external_ids,
      duplicates: duplicates.map(({ id }) => id),
      ...(yield* moveAll(organization_id, entity, change.context))
    }
    return yield* save(sql, change, {
      saved: updateCandidate(sql, organization_id, into),
      before: [changedApplications([...undo.duplicates, ...undo.applications])],
      after: [applicationsUpdated(sql, originOf(sql, change.context))],
      inserts: [{
        table: "candidate_merges",
        row: { candidate_id: candidate.id, merged_into: into.id, into_id: into.id, sequence, merged_at, undo }
      }]
    })
  }, sql.withTransaction)

  const merge = <Failure>(
    actor: Actor,
    id: CandidateId,
    into: CandidateId,
    decide: (stored: MergeContext, context: DecisionContext) => Decision<Merged, Failure>
  ) =>
    write({
      actor,
      load: wholeBeside(load(actor.organization_id, id, into), hidingRivals),
      decide,
      save: saveMerge,
      races: ["applications_once", "candidates_size", "candidates_files"]
    })

  const loadMerge = Effect.fnUntraced(function*(organization: OrganizationId, id: CandidateId) {
    const [row] = yield* sql<CandidateState & Omit<UnmergeContext, "into" | "id">>`
      SELECT ${sql.literal(candidateSelf)}, m.merged_at, m.undo, (
        SELECT latest.candidate_id FROM candidate_merges latest
        WHERE latest.organization_id = $organization AND latest.into_id = m.into_id
        ORDER BY latest.sequence DESC LIMIT 1
      ) AS latest_id, EXISTS (
        SELECT FROM $submissions s
        WHERE s.organization_id = $organization AND s.id = (c.erasure_request ->> 'submission_id')::uuid
          AND jsonb_exists(m.undo -> 'applications', s.application_id::text)
      ) AS request_moves
      FROM $candidate_merges m JOIN candidates c ON c.organization_id = $organization AND c.id = m.into_id
      WHERE m.organization_id = $organization AND m.candidate_id = ${id}`.pipe(
      ofOrganization(sql, organization),
      Effect.orDie
    )
    if (row === undefined) {
      const stored = yield* Effect.orDie(sql`
        SELECT c.id FROM $candidates c WHERE c.organization_id = ${organization} AND c.id = ${id}`)
      return yield* stored.length === 0 ? new CandidateNotFound({ id }) : new CandidateNotMerged()
    }
    const { latest_id, merged_at, request_moves, undo, ...into } = row
    const context: UnmergeContext = { id, into, latest_id, merged_at, request_moves, undo }
    return context
  })

  /**
   * Moves back to the restored candidate what came from it and still belongs to the survivor. Returns the ids of
   * changed applications.
   */
  const moveBack = Effect.fnUntraced(function*(
    organization: OrganizationId,
    { candidate, into }: Unmerged,
    { applications, attachments = [], duplicates, merges, notes = [], profiles, prospects }: Undo,
    context: DecisionContext
  ) {
    const { updated_at: now } = candidate
    // The survivor's marked applications are unmarked after the move: before it, the other application on the job is
    // the survivor's unmarked one.
    const moved = yield* sql<{ readonly id: string }>`
      UPDATE applications a SET candidate_id = ${candidate.id}, version = a.version + 1, updated_at = greatest(a.updated_at, ${now}::timestamptz),
        duplicate_of = CASE WHEN a.id = ANY (${duplicates}::uuid[]) THEN NULL ELSE a.duplicate_of END
      WHERE a.organization_id = ${organization} AND a.id = ANY (${applications}::uuid[]) AND a.candidate_id = ${into.id} RETURNING a.id`
    const unmarked = yield* sql<{ readonly id: string }>`
      UPDATE applications a SET duplicate_of = NULL, version = a.version + 1, updated_at = greatest(a.updated_at, ${now}::timestamptz)
      WHERE a.organization_id = ${organization} AND a.id = ANY (${duplicates}::uuid[]) AND a.candidate_id = ${into.id} RETURNING a.id`
    yield* Effect.forEach(Object.entries({ ai_profiles: profiles, notes, attachments }), ([table, ids]) =>
      sql`
      UPDATE ${sql.literal(table)} x SET candidate_id = ${candidate.id}
      WHERE x.organization_id = ${organization} AND x.id = ANY (${ids}::uuid[]) AND x.candidate_id = ${into.id}`)
    yield* sql`
      WITH ${
      sql.csv(prospectsUpdated(
        sql,
        sql`
        UPDATE prospects p SET candidate_id = ${candidate.id}, version = p.version + 1, updated_at = ${now}
        WHERE p.organization_id = ${organization} AND p.id = ANY (${prospects}::uuid[]) AND p.candidate_id = ${into.id}`,
        originOf(sql, context, "after")
      ))
    }
      SELECT`.pipe(ofOrganization(sql, organization))
    yield* sql`
      UPDATE candidate_merges m SET into_id = ${candidate.id}
      WHERE m.organization_id = ${organization} AND m.candidate_id = ANY (${merges}::uuid[]) AND m.into_id = ${into.id}`
    yield* sql`DELETE FROM candidate_merges m WHERE m.organization_id = ${organization} AND m.candidate_id = ${candidate.id}`
    yield* sql`
      UPDATE candidates c SET bookings = x.bookings + 1 FROM candidates x
      WHERE c.organization_id = ${organization} AND c.id IN (${candidate.id}, ${into.id})
        AND x.organization_id = ${organization} AND x.id = ${into.id}`
    return [...moved, ...unmarked].map(({ id }) => id)
  })

  /** Saves an undo if the survivor still has the loaded version, which every merge and undo changes. */
  const saveUndo = Effect.fnUntraced(function*(change: Change<UnmergeContext, Unmerged>) {
    const { before, decided: { entity }, organization_id } = change
    if (before.undo === null || !(yield* locked("candidates", organization_id, [before.into]))) return []
    const { candidate, into } = entity
    const row = {
      organization_id,
      ...pick(candidate, ["id", ...candidateColumns, "created_at", "updated_at", "version"])
    }
    // The external ids are taken from the survivor before the restored candidate gets them, because they are unique.
    yield* sql`
      UPDATE candidates c SET external_ids = ${PgTypes.jsonb(into.external_ids)}
      WHERE c.organization_id = ${organization_id} AND c.id = ${into.id} AND c.external_ids <> ${
      PgTypes.jsonb(into.external_ids)
    }`
    yield* sql`${insertRows(sql, "candidates", [row])}`
    const changed = yield* moveBack(organization_id, entity, before.undo, change.context)
    const saved = yield* save(sql, change, { saved: updateCandidate(sql, organization_id, into) })
    // After the restored candidate is stored, because the events name it.
    yield* sql`
      WITH ${changedApplications(changed)}, ${applicationsUpdated(sql, originOf(sql, change.context, "after"))}
      SELECT`.pipe(ofOrganization(sql, organization_id))
    return saved
  }, sql.withTransaction)

  const unmerge = <Failure>(
    actor: Actor,
    id: CandidateId,
    decide: (stored: UnmergeContext, context: DecisionContext) => Decision<Unmerged, Failure>
  ) =>
    write({
      actor,
      load: whole(loadMerge(actor.organization_id, id)),
      decide,
      save: saveUndo,
      refusals: externalIdTaken(sql, noun)
    })
      .pipe(Effect.map(({ candidate }) => candidate))

  const readMerges = mergesInto(sql)
  const merges = (organization: OrganizationId, id: CandidateId, page: PageRequest<MergePosition>) =>
    orSurvivor(organization, id, (id) => readMerges(organization, id, page))

  return CandidateMerges.of({ merges, merge, unmerge, forgetMerges: forgottenMerges(sql) })
})

export const layer = Layer.effect(CandidateMerges, make)
