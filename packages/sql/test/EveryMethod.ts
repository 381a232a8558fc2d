/** Calls every method of every port, in each way that sends a statement of its own. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { Applications } from "@candor/domain/application/Applications"
import * as ApiKey from "@candor/domain/authentication/ApiKey"
import { ApiKeys } from "@candor/domain/authentication/ApiKeys"
import * as ApiKeyText from "@candor/domain/authentication/ApiKeyText"
import * as AiProfile from "@candor/domain/candidate/AiProfile"
import { AiProfiles } from "@candor/domain/candidate/AiProfiles"
import { TokenBudget } from "@candor/domain/candidate/TokenBudget"
import { Departments } from "@candor/domain/department/Departments"
import { unchanged } from "@candor/domain/Decision"
import { AuditLog } from "@candor/domain/event/AuditLog"
import { Events } from "@candor/domain/event/Events"
import { AiProfileId, HistoryEntryId, WorkId } from "@candor/domain/Id"
import { DeletedJobs } from "@candor/domain/job/DeletedJobs"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import * as Stage from "@candor/domain/job/Stage"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import * as Member from "@candor/domain/organization/Member"
import { Members } from "@candor/domain/organization/Members"
import * as Organization from "@candor/domain/organization/Organization"
import { isDistributed } from "@candor/sql/database/Distribution"
import { CurrentViewer, type Viewer } from "@candor/sql/database/Viewer"
import { Organizations } from "@candor/domain/organization/Organizations"
import { Offices } from "@candor/domain/office/Offices"
import type { Owner } from "@candor/domain/part/Owner"
import { FailedWork } from "@candor/domain/queue/FailedWork"
import * as RejectionReason from "@candor/domain/rejection/RejectionReason"
import { RejectionReasons } from "@candor/domain/rejection/RejectionReasons"
import { TeamMembers } from "@candor/domain/team/TeamMembers"
import { Timestamp } from "@candor/domain/Timestamp"
import { maxDirectRows } from "@candor/sql/repositories/job/JobRemoval"
import { Sequencer } from "@candor/sql/sequencing/Sequencer"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { everyCall } from "./AttachmentCalls.ts"
import { candidates } from "./CandidateCalls.ts"
import { careers } from "./CareersCalls.ts"
import { archives, imports } from "./ImportCalls.ts"
import { idempotency } from "./IdempotencyCalls.ts"
import { calls, outcomes } from "./JobCalls.ts"
import { connectedApps } from "./ConnectedAppCalls.ts"
import { holidayCalls } from "./HolidayCalls.ts"
import { busyCalendarCalls } from "./BusyCalendarCalls.ts"
import { scheduleCalls } from "./SchedulingLinkCalls.ts"
import { changePages, concurrently, listed, pages } from "./EveryWay.ts"
import { jobWith, rowsOfOne } from "./LargeJob.ts"
import { mail } from "./MailCalls.ts"
import { moves } from "./MoveCalls.ts"
import { passkeys } from "./PasskeyCalls.ts"
import { resources } from "./ResourceCalls.ts"
import { retention } from "./RetentionCalls.ts"
import { actorOf, signIns } from "./SignInCalls.ts"
import { sourcing } from "./SourcingCalls.ts"
import { webhooks } from "./WebhookCalls.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

const access = Effect.fn("access")(
  function*({ actor, key, organization, user }: Effect.Success<ReturnType<typeof World.organization>>) {
    const keys = yield* ApiKeys
    const parsed = Option.getOrThrow(ApiKeyText.parse(key.text))
    const authenticate = Effect.forEach(["key", "member", "app"] as const, (to) => keys.authenticate(parsed, 10, to))
    yield* authenticate
    yield* keys.isActive([{
      organization_id: organization.id,
      id: key.id,
      scope: key.scope,
      job_access: "all",
      hides_feedback: false
    }])
    yield* Effect.forEach(pages, (page) => keys.list(organization.id, page))
    const { api_key: other } = yield* keys.create(
      actor,
      user.id,
      (issuing, context) => ApiKey.create({ name: "other", scope: "read" }, issuing, context)
    )
    yield* keys.get(organization.id, other.id)
    yield* keys.usage(organization.id, other.id, 1000)
    yield* keys.rotate(actor, other.id, (key, issuing, context) => ApiKey.rotate(key, {}, issuing, context))
    yield* keys.modify(actor, other.id, ApiKey.revoke)
    const members = yield* Members
    const draft = { full_name: "Mary", email: "mary@example.com", role: "write" } as const
    const member = yield* members.add(actor, draft.email, (existing, context) => Member.add(draft, existing, context))
    yield* members.get(organization.id, member.id)
    yield* members.withEmail(organization.id, "mary@acme.example")
    yield* members.named(organization.id, `[@Mary](member:${member.id})`)
    yield* Effect.forEach(pages, (page) => members.list(organization.id, page))
    yield* members.list(organization.id, pages[0]!, { external_id: { system: "greenhouse", id: "1" } })
    yield* (yield* TeamMembers).ofMember(organization.id, member.id, pages[0]!)
    yield* signIns(actor, member)
    yield* Effect.all(yield* scheduleCalls(actorOf(actor, member)), { discard: true })
    yield* holidayCalls(actor)
    yield* busyCalendarCalls(actorOf(actor, member))
    yield* passkeys(actorOf(actor, member))
    yield* connectedApps(actorOf(actor, member))
    yield* members.modify(actor, member.id, (member) => Member.update(member, { status: "deactivated" }))
    const organizations = yield* Organizations
    yield* organizations.get(organization.id)
    const viewer: Viewer = { organization_id: organization.id, member_id: user.id, job_access: "team" }
    yield* Effect.provideService(organizations.get(organization.id), CurrentViewer, viewer)
    yield* organizations.list
    yield* organizations.any
    const reasons = yield* RejectionReasons
    yield* reasons.list(organization.id)
    yield* reasons.modify(
      actor,
      (reasons, context) => RejectionReason.add(reasons, { name: "Never answered" }, context)
    )
    yield* organizations.modify(actor, (organization) => Organization.setPlan(organization, "enterprise"))
    const sql = yield* SqlClient.SqlClient
    // A setting of a single session: the distributed database, on a server, has several.
    if (isDistributed(sql)) return
    yield* Effect.orDie(sql`SET default_transaction_read_only = on`)
    yield* authenticate
    yield* Effect.orDie(sql`SET default_transaction_read_only = off`)
  }
)

/** Calls for notes of a candidate; those of applications are among the calls for a job. */
const ownNotes = Effect.fn("ownNotes")(function*(actor: Actor, owner: Owner) {
  const notes = yield* Notes
  const [one, other] = yield* Effect.forEach(
    ["One", "Other"],
    (note) => notes.create(actor, owner, (context) => Note.write(owner, { note }, context))
  )
  const get = ({ id }: Note.NoteState) => notes.get(actor.organization_id, owner, id)
  const edit = ({ id }: Note.NoteState) =>
    notes.modify(actor, owner, id, (note, context) => Note.edit(note, { note: crypto.randomUUID() }, context))
  yield* notes.list(actor.organization_id, owner)
  yield* edit(one!)
  yield* get(one!)
  yield* concurrently(get(one!), get(other!))
  yield* concurrently(edit(one!), edit(other!))
  yield* notes.remove(actor, owner, one!.id, Note.remove)
})

const jobs = Effect.fn("jobs")(function*(actor: Actor) {
  const jobs = yield* Jobs
  const { applications, job } = yield* jobWith(actor, "Engineer", 1)
  const { id: department_id } = yield* (yield* Departments).create(actor, { name: "Research" })
  const { id: office_id } = yield* (yield* Offices).create(actor, { name: "Berlin" })
  yield* jobs.find(actor.organization_id, { department_id })
  yield* listed(
    { status: job.status, department: "Research", department_id, office_id },
    (filter, page) => jobs.list(actor.organization_id, filter, page)
  )
  yield* jobs.modify(
    actor,
    job.id,
    (job) => Job.withStages(job, Stage.update(job.stages, job.stages[1]!.id, { order_index: 3 }))
  )
  yield* jobs.modify(
    actor,
    job.id,
    (job, organization) => Job.update(job, { status: "published", title: "Lead" }, organization)
  )
  const time = Timestamp.make("2026-01-01T00:00:00.000Z")
  const external_id = { system: "greenhouse", id: "1" }
  yield* Effect.forEach(pages, (page) => jobs.list(actor.organization_id, { external_id }, page))
  yield* Effect.forEach(changePages, (page) => jobs.list(actor.organization_id, { updated_since: time }, page))
  const filter = { job_id: job.id, stage_id: job.stages[0]!.id, candidate_id: applications[0]!.candidate_id }
  const others = { status: "active" as const, source_type: "api", created_after: time, created_before: time }
  const { history, list, listChanges } = yield* Applications
  const entry = { entered_at: time, id: HistoryEntryId.make(applications[0]!.id) }
  yield* Effect.forEach(
    [undefined, entry],
    (after) => history(actor.organization_id, applications[0]!.id, { limit: 1, offset: 0, after })
  )
  yield* listed(filter, (filter, page) => list(actor.organization_id, filter, page))
  yield* listed(others, (others, page) => list(actor.organization_id, { ...filter, ...others }, page))
  yield* Effect.forEach(pages, (page) => list(actor.organization_id, { external_id }, page))
  yield* Effect.forEach(
    changePages,
    (page) =>
      Effect.forEach(
        [{}, filter, { external_id }, { source_type: "api" }],
        (filter) => listChanges(actor.organization_id, { ...filter, updated_since: time }, page)
      )
  )
  const one = yield* calls(actor, { applications, job })
  const other = yield* calls(actor, yield* jobWith(actor, "Engineer", 1))
  yield* (yield* calls(actor, yield* jobWith(actor, "Engineer", 1))).applications.move
  yield* concurrently(one.applications.get, other.applications.get)
  yield* concurrently(one.applications.move, other.applications.move)
  yield* concurrently(one.applications.change, other.applications.change)
  yield* concurrently(one.notes.get, other.notes.get)
  yield* concurrently(one.feedback.get, other.feedback.get)
  yield* concurrently(one.notes.modify, other.notes.modify)
  yield* concurrently(one.feedback.modify, other.feedback.modify)
  const [{ candidate_id, id: application_id }] = applications as readonly [(typeof applications)[number]]
  yield* Effect.forEach([{ application_id }, { candidate_id }], (owner) => everyCall(actor, owner))
  yield* ownNotes(actor, { candidate_id })
  yield* imports(actor, candidate_id)
  yield* archives(actor)
  yield* outcomes(one)
  const { job: large } = yield* jobWith(actor, "Cook", maxDirectRows / rowsOfOne + 1)
  yield* jobs.remove(actor, large.id)
  const deleted = yield* DeletedJobs
  const after = yield* deleted.removeApplications(actor.organization_id, large.id, { maxRows: 200, after: undefined })
  yield* deleted.removeApplications(actor.organization_id, large.id, { maxRows: 10_000, after })
  yield* deleted.remove(actor.organization_id, large.id)
})

/** Publishes twice at the same time on the free plan: one gets the limit's error from the database. */
const publishedAtOnce = Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Small", plan: "free" })
  const jobs = yield* Jobs
  const [one, other] = [yield* newJob(actor, "One"), yield* newJob(actor, "Other")]
  const publish = ({ id }: Job.JobState) =>
    Effect.exit(jobs.modify(actor, id, (job, organization) => Job.update(job, { status: "published" }, organization)))
  yield* concurrently(publish(one), publish(other))
})

const events = Effect.fn("events")(function*({ organization_id, ...actor }: Actor) {
  const events = yield* Events
  const log = yield* AuditLog
  const sequencer = yield* Sequencer
  const job = yield* newJob({ organization_id, ...actor }, "Engineer")
  yield* sequencer.sequenceAll
  yield* sequencer.sequence(organization_id)
  const request = {
    after: 0,
    types: ["job.*"],
    except: ["webhook.*"],
    limit: 10,
    since: Timestamp.make("2000-01-01T00:00:00.000Z")
  }
  for (const types of [undefined, request.types]) {
    yield* events.page(organization_id, { ...request, types })
    yield* events.encodedPage(organization_id, { ...request, types })
    yield* events.sequencedPage(organization_id, { ...request, types })
  }
  yield* events.changed(organization_id, 0)
  const { api_key_id, user_id } = actor
  const [byKey, byUser] = [{ api_key_id: api_key_id! }, { user_id }]
  const times = { created_after: request.since, created_before: request.since }
  for (
    const filter of [{}, times, { types: request.types }, { subject_id: job.id, types: request.types }, byKey, byUser, {
      ...byKey,
      ...byUser
    }]
  ) {
    yield* log.page(organization_id, { before: undefined, limit: 1000, ...filter })
  }
  yield* log.page(organization_id, { before: undefined, limit: 10 })
  yield* log.page(organization_id, { before: 5, limit: 10 })
  yield* log.verify(organization_id)
  yield* log.countErasable(organization_id, job.id)
  yield* log.erase(organization_id, job.id, "test")
  yield* events.startEpoch
})

const work = Effect.fn("work")(function*(actor: Actor) {
  const sql = yield* SqlClient.SqlClient
  const worker: Worker = { organization_id: actor.organization_id, worker: "test", request_id: "test" }
  const budget = yield* TokenBudget
  yield* budget.reserve(actor.organization_id, { day: "2026-11-22", tokens: 10, limit: 100 })
  yield* budget.used(actor.organization_id, "2026-11-22")
  yield* budget.correct(actor.organization_id, { day: "2026-11-22", difference: -1 })
  const waiting = yield* Effect.orDie(sql<{ id: string }>`
    SELECT q.id FROM queue q WHERE q.queue_name = 'profiles' AND q.state = 'pending' AND q.id IN (
      SELECT p.id::text FROM ai_profiles p JOIN candidates c
        ON c.organization_id = p.organization_id AND c.id = p.candidate_id AND c.linkedin_url = p.linkedin_url
      WHERE p.organization_id = ${actor.organization_id} AND p.status = 'pending'
    ) ORDER BY q.id DESC`)
  const profiles = yield* AiProfiles
  const [one, other] = waiting.map(({ id }) => AiProfileId.make(id))
  yield* profiles.input(actor.organization_id, one!)
  yield* profiles.modify(worker, one!, AiProfile.start)
  yield* profiles.modify(worker, one!, (profile) => AiProfile.release(profile, profile.version), {
    resume_at: Timestamp.make("2026-11-23T00:00:00.000Z")
  })
  yield* profiles.modify(worker, other!, AiProfile.start)
  yield* profiles.modify(worker, other!, (profile) => AiProfile.fail(profile, profile.version, "no"))
  yield* profiles.modify(worker, other!, unchanged)
  const failed = yield* FailedWork
  const id = WorkId.make(other!)
  yield* listed({ queue: "profiles" }, (filter) => failed.list(actor.organization_id, { ...filter, limit: 10 }))
  yield* listed(
    { queue: "profiles", ids: [id], after: { id, created_at: Timestamp.make("2030-01-01T00:00:00.000Z") } },
    failed.all
  )
  yield* failed.requeue(actor, id)
  yield* Effect.orDie(sql`UPDATE queue SET state = 'failed' WHERE queue_name = 'erasures' AND id = (
    SELECT min(id) FROM queue WHERE queue_name = 'erasures' AND element::jsonb ->> 'organization_id' = ${actor.organization_id})`)
  const [erasure] = yield* failed.list(actor.organization_id, { queue: "erasures", limit: 1 })
  yield* failed.requeue(actor, erasure!.id)
})

/** Calls every method of every port on an empty database. */
export const everyMethod = Effect.gen(function*() {
  const member = yield* World.organization({ name: "Acme" })
  const viewer: Viewer = {
    organization_id: member.organization.id,
    member_id: member.user.id,
    job_access: "all",
    hides_feedback: false
  }
  yield* Effect.gen(function*() {
    yield* access(member)
    yield* jobs(member.actor)
    yield* publishedAtOnce
    yield* candidates(member.actor)
    yield* sourcing(member.actor)
    yield* webhooks(member.actor)
    yield* events(member.actor)
    yield* work(member.actor)
    yield* idempotency(member.actor)
    yield* retention(member.actor)
    yield* careers(member.actor)
    yield* mail(member.actor)
    yield* resources(member.actor)
  }).pipe(Effect.provideService(CurrentViewer, viewer))
  yield* moves(member.actor)
})
