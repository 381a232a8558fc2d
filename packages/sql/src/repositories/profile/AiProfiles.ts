/** Stored profiles and their work. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import {
  type AiProfileDetail,
  AiProfileNotFound,
  type AiProfileState,
  maxProfiles,
  noun,
  type RefreshContext
} from "@candor/domain/candidate/AiProfile"
import { AiProfiles } from "@candor/domain/candidate/AiProfiles"
import { CandidateNotFound } from "@candor/domain/candidate/Candidate"
import { type ExtractionInput, maxFiles, maxFileTextLength } from "@candor/domain/candidate/ProfileExtractor"
import { type Decision, type DecisionContext, onlyIf } from "@candor/domain/Decision"
import type { AiProfileId, CandidateId, OrganizationId } from "@candor/domain/Id"
import { withinLimit } from "@candor/domain/Limit"
import type { Timestamp } from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { detailBytes, isCurrent, profileColumns, profileUpdate, requestSideWrites } from "./AiProfileRows.ts"
import { erasureOf } from "../../queue/Erasure.ts"
import { mergedCandidates } from "../candidate/MergedCandidates.ts"
import * as ProfileWork from "../../queue/ProfileWork.ts"
import { updateWork } from "../../queue/Queue.ts"
import { jsonColumns, object } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { partsOf, type PartRow } from "../../statements/Parts.ts"
import { save } from "../../statements/Saving.ts"
import { ofVisibleJob } from "../application/Visibility.ts"
import { write } from "../../statements/Writing.ts"

/** What a decision on a refresh needs, with what its save compares and counts. */
interface Refreshable extends RefreshContext {
  readonly version: number
  readonly profiles: number
}

/**
 * A condition: the job of the application `a` is neither deleted nor confidential. A profile is shown to all who see the
 * candidate, so it is not made from what only a job's team may read.
 */
const ofSharedJob = `${ofVisibleJob} AND a.job_id <> ALL (ARRAY(
  SELECT j.id FROM public.jobs j WHERE j.organization_id = $organization AND j.is_confidential AND j.deleted_at IS NULL
))`

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { changeable, orSurvivor } = mergedCandidates(sql)

  const found = (id: AiProfileId) => <Row>([row]: ReadonlyArray<Row>) =>
    row === undefined ? new AiProfileNotFound({ id }) : Effect.succeed(row)

  const input = (organization: OrganizationId, id: AiProfileId) =>
    sql<ExtractionInput>`
      SELECT p.organization_id, p.linkedin_url, NULL::json AS enrichment,
        json_build_object('full_name', c.full_name, 'website_url', c.website_url, 'github_url', c.github_url,
          'years_experience', c.years_experience, 'university', c.university) AS candidate,
        (SELECT coalesce(json_agg(json_build_object('question_text', x.question_text, 'answer_text', x.answer_text)
            ORDER BY a.created_at DESC, a.id DESC, x.order_index), '[]')
          FROM applications a
          JOIN application_answers x ON x.organization_id = $organization AND x.application_id = a.id
          WHERE a.organization_id = $organization AND a.candidate_id = p.candidate_id
            AND ${sql.literal(ofSharedJob)}) AS answers,
        (SELECT coalesce(json_agg(json_build_object('file_type', f.file_type, 'text', f.text)
            ORDER BY f.created_at DESC, f.id DESC), '[]')
          FROM (
            SELECT t.file_type, left(t.text, ${maxFileTextLength}::integer) AS text, t.created_at, t.id FROM (
              SELECT t.* FROM applications a JOIN attachments t ON t.organization_id = $organization AND t.application_id = a.id
              WHERE a.organization_id = $organization AND a.candidate_id = p.candidate_id AND ${
      sql.literal(ofSharedJob)
    }
              UNION ALL
              SELECT t.* FROM attachments t WHERE t.organization_id = $organization AND t.candidate_id = p.candidate_id
            ) t
            WHERE t.text <> ''
            ORDER BY t.created_at DESC, t.id DESC LIMIT ${sql.literal(String(maxFiles))}
          ) f) AS files
      FROM ai_profiles p
      JOIN candidates c ON c.organization_id = $organization AND c.id = p.candidate_id
      WHERE p.organization_id = $organization AND p.id = ${id}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(found(id)))

  const load = (organization: OrganizationId, id: AiProfileId) =>
    sql<AiProfileState & { readonly is_current: boolean }>`
      SELECT ${sql.literal(profileColumns)}, ${sql.literal(isCurrent("p"))} AS is_current FROM ai_profiles p
      JOIN candidates c ON c.organization_id = $organization AND c.id = p.candidate_id
      WHERE p.organization_id = $organization AND p.id = ${id}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(found(id)),
      Effect.map(({ is_current, ...profile }) => ({ profile, is_current }))
    )

  /** Returns the update of the profile's queued work; none while the work goes on. */
  const workUpdates = ({ id, reason, status }: AiProfileState, resume_at: Timestamp | undefined) => {
    const work = { queue: ProfileWork.queue, id }
    if (status === "completed" || status === "superseded") return [updateWork(sql, { ...work, state: "completed" })]
    if (status === "failed") return [updateWork(sql, { ...work, state: "failed", last_failure: reason })]
    return resume_at === undefined
      ? []
      : [updateWork(sql, { ...work, state: "pending", last_failure: reason, visible_at: resume_at })]
  }

  const modify = <Failure>(
    worker: Worker,
    id: AiProfileId,
    decide: (
      profile: AiProfileState,
      context: DecisionContext<Worker>,
      isCurrent: boolean
    ) => Decision<AiProfileState, Failure>,
    options: { readonly resume_at?: Timestamp } = {}
  ) =>
    write({
      actor: worker,
      load: load(worker.organization_id, id),
      decide: ({ is_current, profile }, context) => decide(profile, context, is_current),
      save: (change) =>
        save(sql, change, {
          saved: profileUpdate(sql, change.before.profile, change.decided.entity, change.context),
          after: workUpdates(change.decided.entity, options.resume_at)
        })
    })

  // One row for each profile, so that no message from the database is longer than a profile.
  const listOf = (organization: OrganizationId, candidate: CandidateId) =>
    sql<PartRow>`
      SELECT CASE WHEN p.id IS NOT NULL THEN ${sql.literal(detailBytes)} END AS json
      FROM $candidates c
      LEFT JOIN ai_profiles p ON p.organization_id = $organization AND p.candidate_id = c.id
      WHERE c.organization_id = $organization AND c.id = ${candidate}
      ORDER BY p.created_at DESC, p.id DESC
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(partsOf<AiProfileDetail, CandidateNotFound>(new CandidateNotFound({ id: candidate })))
    )

  const list = (organization: OrganizationId, candidate: CandidateId) =>
    orSurvivor(organization, candidate, (id) => listOf(organization, id))

  const refreshContext = (organization: OrganizationId, candidate: CandidateId) =>
    sql<Refreshable>`
      SELECT c.id AS candidate_id, c.linkedin_url, c.version, (
        SELECT count(*)::integer FROM ai_profiles p WHERE p.organization_id = $organization AND p.candidate_id = c.id
      ) AS profiles, (
        SELECT ${sql.literal(object(jsonColumns(noun, "p", "row")))} FROM ai_profiles p
        WHERE p.organization_id = $organization AND p.candidate_id = c.id AND p.status = 'pending'
          AND ${sql.literal(isCurrent("p"))}
      ) AS waiting
      FROM $candidates c WHERE c.organization_id = $organization AND c.id = ${candidate}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(changeable(organization, candidate)))

  // A refreshed profile, like every profile, is added with a new version of its candidate, so comparing the version
  // guards the limit.
  const request = <Failure>(
    actor: Actor,
    candidate: CandidateId,
    decide: (stored: RefreshContext, context: DecisionContext) => Decision<AiProfileState, Failure>
  ) =>
    write({
      actor,
      load: refreshContext(actor.organization_id, candidate),
      decide: (stored, context) =>
        onlyIf(decide(stored, context), ({ id }) =>
          withinLimit(maxProfiles, stored.profiles, id === stored.waiting?.id ? 0 : 1)),
      save: (change) => {
        const { before: { version }, context, decided: { entity } } = change
        return save(sql, change, {
          saved: sql`
            UPDATE candidates c SET version = c.version + 1, updated_at = ${context.now}
            WHERE c.organization_id = ${actor.organization_id} AND c.id = ${candidate} AND c.version = ${version}
            RETURNING c.id`,
          ...requestSideWrites(entity, context)
        })
      }
    })

  const ofCandidate = (organization: OrganizationId, candidate: CandidateId, id: AiProfileId) =>
    sql<AiProfileState | { readonly id: null }>`
      SELECT ${sql.literal(profileColumns)} FROM $candidates c
      LEFT JOIN ai_profiles p ON p.organization_id = $organization AND p.candidate_id = c.id AND p.id = ${id}
      WHERE c.organization_id = $organization AND c.id = ${candidate}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(changeable(organization, candidate)),
      Effect.flatMap((row): Effect.Effect<AiProfileState, AiProfileNotFound> =>
        row.id === null ? new AiProfileNotFound({ id }) : Effect.succeed(row)
      )
    )

  const remove = <Failure>(
    actor: Actor,
    candidate: CandidateId,
    id: AiProfileId,
    decide: (profile: AiProfileState) => Decision<AiProfileState, Failure>
  ) =>
    write({
      actor,
      load: ofCandidate(actor.organization_id, candidate, id),
      decide,
      save: (change) =>
        save(sql, change, {
          saved: sql`
            DELETE FROM ai_profiles p
            WHERE p.organization_id = ${actor.organization_id} AND p.id = ${id} AND p.version = ${change.before.version}
            RETURNING p.id`,
          after: [sql`removed_work AS (
            DELETE FROM queue q USING saved WHERE q.queue_name = ${ProfileWork.queue} AND q.id = saved.id::text
          )`],
          work: [erasureOf(change.context, id)]
        })
    }).pipe(Effect.asVoid)

  return AiProfiles.of({ list, request, remove, input, modify })
})

export const layer = Layer.effect(AiProfiles, make)
