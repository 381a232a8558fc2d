/** A person with a marker in every field that can hold personal data, and the search for tables that contain it. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import * as Application from "@candor/domain/application/Application"
import { Applications } from "@candor/domain/application/Applications"
import * as Submission from "@candor/domain/application/Submission"
import * as AiProfile from "@candor/domain/candidate/AiProfile"
import { AiProfiles } from "@candor/domain/candidate/AiProfiles"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import type { Extraction } from "@candor/domain/candidate/Extraction"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import { AuditLog } from "@candor/domain/event/AuditLog"
import { Feedback } from "@candor/domain/feedback/Feedback"
import * as InterviewFeedback from "@candor/domain/feedback/InterviewFeedback"
import { AiProfileId, type ApplicationId, type CandidateId, type JobId } from "@candor/domain/Id"
import { Interviews } from "@candor/domain/interview/Interviews"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import type { Owner } from "@candor/domain/part/Owner"
import { record } from "@candor/domain/criteria/Assessment"
import * as FeedbackRequest from "@candor/domain/request/FeedbackRequest"
import { FeedbackRequests } from "@candor/domain/request/FeedbackRequests"
import { Assessments } from "@candor/domain/screening/Assessments"
import { Signals } from "@candor/domain/screening/Signals"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import type { TransitionRefused } from "@candor/domain/StateMachine"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { attached, extracted } from "./AttachmentCalls.ts"
import { asked, foundIn } from "./CriteriaCalls.ts"
import * as Mails from "./MailCalls.ts"
import { asking, submitted } from "./ScorecardCalls.ts"
import { linkOf } from "./SchedulingLinkCalls.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import * as Sourcing from "./SourcingWorld.ts"
import { fanOut, newJob, newWebhook } from "./WebhookWorld.ts"

export const create = (actor: Actor, draft: Candidate.CandidateDraft) =>
  Effect.flatMap(Candidates, (candidates) => candidates.create(actor, (context) => Candidate.create(draft, context)))

export const update = (actor: Actor, id: CandidateId, patch: Candidate.CandidatePatch) =>
  Effect.flatMap(
    Candidates,
    (candidates) =>
      candidates.modify(actor, id, (candidate, context, failed) => Candidate.update(candidate, patch, context, failed))
  )

export const anonymise = (actor: Actor, id: CandidateId) =>
  Effect.flatMap(Candidates, (candidates) => candidates.anonymise(actor, id, Candidate.anonymise))

export const remove = (actor: Actor, id: CandidateId) =>
  Effect.flatMap(Candidates, (candidates) => candidates.remove(actor, id, Candidate.remove))

export const apply = (actor: Actor, draft: Application.ApplicationDraft) =>
  Effect.flatMap(
    Applications,
    (applications) =>
      applications.submit(actor, draft, (submission, context) => Submission.submit(draft, submission, context))
  )

/** Processes the newest profile of the candidate until `end`. */
const processed = Effect.fn("processed")(function*(
  { organization_id }: Actor,
  id: CandidateId,
  end: (
    profile: AiProfile.AiProfileState,
    context: DecisionContext<Worker>
  ) => Decision<AiProfile.AiProfileState, TransitionRefused | AiProfile.AttemptSuperseded>
) {
  const sql = yield* SqlClient.SqlClient
  const profiles = yield* AiProfiles
  const worker: Worker = { organization_id, worker: "profiles", request_id: "test" }
  const [newest] = yield* sql<
    { id: string }
  >`SELECT id FROM ai_profiles WHERE candidate_id = ${id} ORDER BY id DESC LIMIT 1`
  const profile = AiProfileId.make(newest!.id)
  yield* profiles.modify(worker, profile, AiProfile.start)
  yield* profiles.modify(worker, profile, end)
})

/** An extraction with the marker in every text. */
const extraction = (marker: string): Extraction => ({
  facts: {
    headline: marker,
    current_company: marker,
    skills: [marker],
    languages: [marker],
    education: [{ school: marker }],
    years_experience: 7
  },
  summary: marker,
  provider: "rules",
  model: "rules"
})

/** Makes an edited note beside a deleted one, and a file with extracted text. */
const noteAndFile = Effect.fn("noteAndFile")(function*(actor: Actor, owner: Owner, marker: string) {
  const notes = yield* Notes
  const write = (note: string) => notes.create(actor, owner, (context) => Note.write(owner, { note }, context))
  const [edited, deleted] = [yield* write(`${marker} before`), yield* write(`${marker} deleted`)]
  yield* notes.modify(actor, owner, edited.id, (note, context) => Note.edit(note, { note: marker }, context))
  yield* notes.remove(actor, owner, deleted.id, Note.remove)
  const file = yield* attached(actor, owner, { original_filename: `${marker}.pdf`, file_type: marker })
  yield* extracted(actor, file.id, marker)
  return edited
})

/** Makes an interview without a time, and a link with which the person can book one. */
const interviewWith = Effect.fn("interviewWith")(function*(actor: Actor, application: ApplicationId, marker: string) {
  const member_ids = [actor.user_id]
  const about = {
    title: marker,
    location: marker,
    candidate_instructions: marker,
    interviewer_instructions: marker,
    interviewers: []
  }
  const { id } = yield* (yield* Interviews).create(
    actor,
    application,
    { members: [], time: null },
    (interviewed, availability, context) =>
      Scheduling.create(application, about, null, interviewed, availability, context)
  )
  yield* submitted(actor, yield* asking(actor, id), marker)
  yield* linkOf(actor, application, member_ids, { meetings: [{ title: marker, location: marker, member_ids }] })
})

/**
 * Makes a candidate with pending, completed and failed profiles, a note, a file and a mail, applications with
 * everything on them, and a prospect.
 */
const candidateWith = Effect.fn("candidateWith")(function*(
  actor: Actor,
  marker: string,
  jobs: ReadonlyArray<JobId>,
  source_type: string
) {
  yield* Mails.setUp(actor)
  const linkedin = (handle: string) => `https://www.linkedin.com/in/${marker}-${handle}`
  const { id } = yield* create(actor, {
    full_name: marker,
    primary_email: `${marker}@example.com`,
    linkedin_url: linkedin("one"),
    website_url: `https://${marker}.example.com/`,
    github_url: `https://github.com/${marker}`,
    university: marker,
    tags: [marker]
  })
  yield* processed(
    actor,
    id,
    (profile, context) => AiProfile.complete(profile, profile.version, extraction(marker), "0".repeat(64), context)
  )
  yield* update(actor, id, { linkedin_url: linkedin("two") })
  yield* processed(actor, id, (profile) => AiProfile.fail(profile, profile.version, marker))
  yield* update(actor, id, { linkedin_url: linkedin("three"), full_name: `${marker} now` })
  const answers = [{ question_text: marker, answer_text: marker }]
  const applicant = {
    full_name: `${marker} then`,
    primary_email: `${marker}@example.com`,
    website_url: `the website of ${marker}`
  }
  const applications = yield* Effect.forEach(jobs, (job_id) =>
    Effect.gen(function*() {
      const application = yield* apply(actor, { job_id, candidate: applicant, source_type, answers })
      const note = yield* noteAndFile(actor, { application_id: application.id }, marker)
      const feedback = yield* Feedback
      yield* (yield* FeedbackRequests).create(actor, application.id, actor.user_id, (asking, context) =>
        FeedbackRequest.ask(application.id, { member_id: actor.user_id, message: marker }, asking, context))
      yield* Mails.written(actor, application.id, { subject: marker, body: marker })
      const worker = Mails.workerOf(actor)
      yield* Mails.received(worker, application.id, {
        sender: { name: marker, email: `other-${marker}@example.com` },
        body: marker
      }, yield* Mails.files(worker, marker))
      const { id: feedback_id } = yield* feedback.create(actor, { application_id: application.id }, (context) =>
        InterviewFeedback.submit(application.id, { interview_type: marker, rating: "yes", body: marker }, context))
      yield* interviewWith(actor, application.id, marker)
      const found = { kind: "model_instructions", reason: { quote: marker }, group_id: null, others: [] } as const
      yield* (yield* Signals).check(worker, { application_id: application.id }, () => [found])
      yield* asked(actor, job_id)
      const assessments = yield* Assessments
      const input = yield* assessments.input(actor.organization_id, application.id)
      yield* assessments.record(worker, application.id, (stored, context) =>
        record(stored, foundIn(input, marker, marker), context))
      return { id: application.id, note_id: note.id, feedback_id }
    }))
  yield* noteAndFile(actor, { candidate_id: id }, marker)
  const worker = Mails.workerOf(actor)
  yield* Mails.received(worker, null, {
    sender: { name: null, email: `${marker.toUpperCase()}@Example.com` },
    subject: marker
  }, yield* Mails.files(worker, marker))
  const search = yield* (yield* SourcingSearches).create(actor, { name: "Compilers" })
  const [prospect] = yield* Sourcing.discover(actor, search.id, [{
    full_name: marker,
    current_title: marker,
    current_company: marker,
    linkedin_url: linkedin("three"),
    email: `${marker}@example.com`,
    location: marker,
    summary: marker
  }])
  yield* Sourcing.into(actor, prospect!.id, { id: jobs[0]! })
  return { id, applications }
})

/** Stores answers that quote the marker for all deliveries of events, as a receiver may send them. */
const deliver = Effect.fn("deliver")(function*(actor: Actor, marker: string) {
  const sql = yield* SqlClient.SqlClient
  yield* untilSequenceable(actor.organization_id)
  yield* fanOut(actor)
  yield* sql`
    UPDATE webhook_deliveries d SET last_response = ${`got ${marker}`}, last_error = ${`refused ${marker}`}
    FROM events e WHERE e.organization_id = d.organization_id AND e.id = d.event_id AND position(${marker} IN e.data::text) > 0`
})

/**
 * Makes a person with everything that can be stored about one, whose events have been delivered. One of the two jobs
 * was deleted since.
 */
export const personWith = Effect.fn("personWith")(function*(actor: Actor, marker: string, source_type = marker) {
  const sql = yield* SqlClient.SqlClient
  yield* newWebhook(actor, ["*"])
  const jobs = [yield* newJob(actor, "Engineer"), yield* newJob(actor, "Cook")].map(({ id }) => id)
  const person = yield* candidateWith(actor, marker, jobs, source_type)
  yield* deliver(actor, marker)
  // The rows of a large job stay after its deletion until background work removes them.
  yield* sql`UPDATE jobs SET deleted_at = now() WHERE id = ${jobs[1]!}`
  return { ...person, job_id: jobs[0]! }
})

/** Returns the tables with the marker in any column of any row. */
export const tablesWith = Effect.fn("tablesWith")(function*(marker: string) {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'migrations' ORDER BY relname`
  const found = yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(
      sql`SELECT FROM ${sql(name)} t WHERE position(${marker} IN lower(to_jsonb(t)::text)) > 0 LIMIT 1`,
      (rows) => rows.length > 0 ? [name] : []
    ))
  return found.flat()
})

/** Returns the types of a subject's events in order. */
export const typesOf = ({ organization_id }: Actor, subject_id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ type: string }>`
        SELECT type FROM events WHERE organization_id = ${organization_id} AND subject_id = ${subject_id} ORDER BY id`,
      (events) => events.map(({ type }) => type)
    ))

/** Runs the queued erasures, like background work when they are due. */
export const erase = Effect.fn("erase")(function*(actor: Pick<Actor, "organization_id">) {
  const sql = yield* SqlClient.SqlClient
  const log = yield* AuditLog
  const queued = yield* sql<{ subject_id: string }>`
    SELECT element::json ->> 'subject_id' AS subject_id FROM queue WHERE queue_name = 'erasures' ORDER BY id`
  yield* untilSequenceable(actor.organization_id)
  yield* Effect.forEach(queued, ({ subject_id }) => log.erase(actor.organization_id, subject_id, "erasures"))
  yield* untilSequenceable(actor.organization_id)
})
