/** Stored profiles and their work. */
import type { Worker } from "@candor/domain/access/Actor"
import { AiProfileNotFound, type AiProfileState } from "@candor/domain/profile/AiProfile"
import { AiProfiles } from "@candor/domain/profile/AiProfiles"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { AiProfileId, OrganizationId } from "@candor/domain/Id"
import type { ExtractionInput } from "@candor/domain/profile/ProfileExtractor"
import type { Timestamp } from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { profileColumns, profileUpdate } from "./AiProfileRows.ts"
import * as ProfileWork from "../../queue/ProfileWork.ts"
import { updateWork } from "../../queue/Queue.ts"
import { save } from "../../statements/Saving.ts"
import { ofVisibleJob } from "../application/Visibility.ts"
import { write } from "../../statements/Writing.ts"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

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
          JOIN application_answers x ON x.organization_id = a.organization_id AND x.application_id = a.id
          WHERE a.organization_id = p.organization_id AND a.candidate_id = p.candidate_id
            AND ${sql.literal(ofVisibleJob)}) AS answers
      FROM ai_profiles p
      JOIN candidates c ON c.organization_id = p.organization_id AND c.id = p.candidate_id
      WHERE p.organization_id = ${organization} AND p.id = ${id}
    `.pipe(Effect.orDie, Effect.flatMap(found(id)))

  const get = (organization: OrganizationId, id: AiProfileId) =>
    sql<AiProfileState>`
      SELECT ${sql.literal(profileColumns)} FROM ai_profiles p
      WHERE p.organization_id = ${organization} AND p.id = ${id}
    `.pipe(Effect.orDie, Effect.flatMap(found(id)))

  /** The update of the profile's work; none while it goes on. */
  const workUpdates = ({ id, reason, status }: AiProfileState, resume_at: Timestamp | undefined) => {
    const work = { queue: ProfileWork.queue, id }
    if (status === "completed") return [updateWork(sql, { ...work, state: "completed" })]
    if (status === "failed") return [updateWork(sql, { ...work, state: "failed", last_failure: reason })]
    return resume_at === undefined
      ? []
      : [updateWork(sql, { ...work, state: "pending", last_failure: reason, visible_at: resume_at })]
  }

  const modify = <Failure>(
    worker: Worker,
    id: AiProfileId,
    decide: (profile: AiProfileState, context: DecisionContext<Worker>) => Decision<AiProfileState, Failure>,
    options: { readonly resume_at?: Timestamp } = {}
  ) =>
    write({
      actor: worker,
      load: get(worker.organization_id, id),
      decide,
      save: (change) =>
        save(sql, change, {
          saved: profileUpdate(sql, change.before, change.decided.entity, change.context),
          after: workUpdates(change.decided.entity, options.resume_at)
        })
    })

  return AiProfiles.of({ input, modify })
})

export const layer = Layer.effect(AiProfiles, make)
