/** A candidate whose LinkedIn URL was just set, and queries about the state of the profile. */
import * as Application from "@candor/domain/application/Application"
import { Applications } from "@candor/domain/application/Applications"
import * as Submission from "@candor/domain/application/Submission"
import * as AiProfile from "@candor/domain/candidate/AiProfile"
import { AiProfiles } from "@candor/domain/candidate/AiProfiles"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { LinkedInUrl } from "@candor/domain/candidate/LinkedInUrl"
import * as ProfileWork from "@candor/sql/queue/ProfileWork"
import * as World from "@candor/sql/testing/World"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

/** Makes an application with an answer, of a candidate with a LinkedIn URL; `work` is what was added to the queue. */
export const requestedProfile = Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Acme" })
  const job = yield* (yield* Jobs).create(
    actor,
    "Compiler Engineer",
    (taken, context) => Job.create({ title: "Compiler Engineer" }, taken, context)
  )
  const draft: Application.ApplicationDraft = {
    job_id: job.id,
    candidate: {
      full_name: "Barbara Liskov",
      primary_email: "barbara@example.com",
      linkedin_url: yield* Schema.decodeEffect(LinkedInUrl)("https://www.linkedin.com/in/barbara-liskov"),
      years_experience: 40,
      university: "Stanford"
    },
    answers: [{ question_text: "Which languages do you use?", answer_text: "Mostly Haskell." }]
  }
  const { candidate } = yield* (yield* Applications).submit(
    actor,
    draft,
    (submission, context) => Submission.submit(draft, submission, context)
  )
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ element: string }>`
    SELECT element FROM queue WHERE queue_name = ${ProfileWork.queue}
      AND element::jsonb ->> 'organization_id' = ${actor.organization_id}
  `
  const work = yield* Schema.decodeUnknownEffect(Schema.fromJsonString(ProfileWork.Element))(row?.element)
  return { actor, candidate, work }
})

/** Begins an attempt that never ends, like that of a killed worker. */
export const lapse = ({ organization_id, profile_id, request_id }: ProfileWork.Element) =>
  Effect.flatMap(
    AiProfiles,
    (profiles) => profiles.modify({ organization_id, worker: "profiles", request_id }, profile_id, AiProfile.start)
  )

/** Returns the profile's row, with the types of its events in order. */
export const profileOf = ({ organization_id, profile_id }: ProfileWork.Element) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const [profile] = yield* sql<AiProfile.AiProfileState & { readonly events: ReadonlyArray<string> }>`
      SELECT p.*, (
        SELECT json_agg(e.type ORDER BY e.id) FROM events e
        WHERE e.organization_id = p.organization_id AND e.subject_id = p.id
      ) AS events
      FROM ai_profiles p WHERE p.organization_id = ${organization_id} AND p.id = ${profile_id}
    `
    return profile!
  })

/** Returns the work's row in the queue. */
export const workOf = ({ profile_id }: ProfileWork.Element) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{
      readonly state: string
      readonly attempts: number
      readonly last_failure: string | null
      readonly seconds_until_due: number
    }>`
      SELECT state, attempts, last_failure,
        greatest(0, ceil(extract(epoch FROM visible_at::timestamptz - now())))::float8 AS seconds_until_due
      FROM queue WHERE id = ${profile_id}
    `
    return row!
  })

/** Removes the profile, like the deletion of its candidate. */
export const erased = ({ organization_id, profile_id }: ProfileWork.Element) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`DELETE FROM ai_profiles WHERE organization_id = ${organization_id} AND id = ${profile_id}`
  )
