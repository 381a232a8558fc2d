/** Calls every method of the ports for jobs and what belongs to them, with the outcome of each. */
import type { Actor } from "@candor/domain/access/Actor"
import * as Application from "@candor/domain/application/Application"
import * as ApplicationRemoval from "@candor/domain/application/ApplicationRemoval"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import type { ApplicationFilter } from "@candor/domain/application/ApplicationFilter"
import { Applications } from "@candor/domain/application/Applications"
import * as Submission from "@candor/domain/application/Submission"
import * as Attachment from "@candor/domain/attachment/Attachment"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { extract } from "@candor/domain/attachment/AttachmentText"
import { AttachmentTexts } from "@candor/domain/attachment/AttachmentTexts"
import * as AiProfile from "@candor/domain/candidate/AiProfile"
import { AiProfiles } from "@candor/domain/candidate/AiProfiles"
import { Feedback } from "@candor/domain/feedback/Feedback"
import { AiProfileId, type JobId, type StageId } from "@candor/domain/Id"
import * as InterviewFeedback from "@candor/domain/feedback/InterviewFeedback"
import type { Interviews } from "@candor/domain/interview/Interviews"
import * as PlannedInterview from "@candor/domain/interview/PlannedInterview"
import { PlannedInterviews } from "@candor/domain/interview/PlannedInterviews"
import * as Job from "@candor/domain/job/Job"
import { JobCopies } from "@candor/domain/job/JobCopies"
import type { Assessments } from "@candor/domain/screening/Assessments"
import type { Criteria } from "@candor/domain/criteria/Criteria"
import { Jobs } from "@candor/domain/job/Jobs"
import { decodeWith } from "@candor/domain/Encoded"
import * as FeedbackRequest from "@candor/domain/request/FeedbackRequest"
import { FeedbackRequests } from "@candor/domain/request/FeedbackRequests"
import type { Replacements } from "@candor/domain/scheduling/Replacements"
import type { Scorecards } from "@candor/domain/scorecard/Scorecards"
import type { SchedulingLinks } from "@candor/domain/scheduling/SchedulingLinks"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { Overviews } from "@candor/domain/overview/Overviews"
import type { EncodedPage, Page } from "@candor/domain/Pagination"
import * as TeamMember from "@candor/domain/team/TeamMember"
import { TeamMembers } from "@candor/domain/team/TeamMembers"
import { Timestamp } from "@candor/domain/Timestamp"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { interviewCalls } from "./InterviewCalls.ts"
import { attached, file } from "./AttachmentCalls.ts"
import { criteriaCalls } from "./CriteriaCalls.ts"
import { scorecardCalls } from "./ScorecardCalls.ts"
import { schedulingLinkCalls } from "./SchedulingLinkCalls.ts"
import { cardsInEveryWay } from "./CardWays.ts"
import type { jobWith } from "./LargeJob.ts"

const page = { limit: 100, offset: 0 }

const parseItems = decodeWith(Schema.Array(Application.ApplicationListItem))
export const items = (page: EncodedPage<Application.ApplicationListItem, unknown>) =>
  Effect.orDie(parseItems(page.items))

type Made = Effect.Success<ReturnType<typeof jobWith>>

/** Returns the outcome of a call: the tag of its failure, or what `seen` makes of its success. */
export const outcome = <A, E extends { readonly _tag: string }, R>(
  call: Effect.Effect<A, E, R>,
  seen: (success: A) => string = () => "done"
): Effect.Effect<string, never, R> => Effect.match(call, { onFailure: ({ _tag }) => _tag as string, onSuccess: seen })

const sight = (isSeen: boolean) => isSeen ? "seen" : "unseen"

/** Returns the current profile of a candidate. */
const profileOf = Effect.fn("profileOf")(function*({ organization_id }: Actor, candidate_id: string) {
  const sql = yield* SqlClient.SqlClient
  const id = AiProfileId.make(crypto.randomUUID())
  const linkedin_url = "https://www.linkedin.com/in/grace"
  yield* sql`UPDATE candidates SET linkedin_url = ${linkedin_url} WHERE id = ${candidate_id}`
  yield* sql`INSERT INTO ai_profiles ${
    sql.insert({
      organization_id,
      id,
      candidate_id,
      status: "pending",
      linkedin_url,
      created_at: "2026-11-20T09:00:00.000Z",
      updated_at: "2026-11-20T09:00:00.000Z"
    })
  }`
  return id
}, Effect.orDie)

/**
 * Returns whether a job, if it were published, is among those whose postings have ended; publishes it only for this
 * query.
 */
const endedOnceOpen = (sql: SqlClient.SqlClient, jobs: Jobs["Service"], id: JobId) =>
  sql`UPDATE jobs SET status = 'published', valid_through = '2020-01-01' WHERE id = ${id}`.pipe(
    Effect.andThen(jobs.ended(Timestamp.make("2020-01-02T00:00:00.000Z"))),
    Effect.flatMap((ended) => Effect.fail(ended.some((job) => job.id === id))),
    sql.withTransaction,
    Effect.flip,
    Effect.map((found) => found === true)
  )

/** Plans an interview with the caller for a stage. */
export const planned = Effect.fn("planned")(
  function*(
    actor: Actor,
    job: JobId,
    stage_id: StageId,
    members = [actor.user_id],
    more: Partial<PlannedInterview.PlannedInterviewDraft> = {}
  ) {
    const plans = yield* PlannedInterviews
    const changed = { stage: stage_id, members, template_id: more.scorecard_template_id }
    return yield* plans.change(
      actor,
      job,
      changed,
      (planning, context) =>
        PlannedInterview.create({ stage_id, title: "Talk", member_ids: members, ...more }, planning, context)
    )
  }
)

type Outcomes<Port> = { readonly [Method in keyof Port]: Effect.Effect<string> }

/** Calls every method of the ports for jobs and what belongs to them, with ids of this job. */
export const calls = Effect.fn("calls")(function*(actor: Actor, { applications: [application], job }: Made) {
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* Jobs
  const applications = yield* Applications
  const notes = yield* Notes
  const feedback = yield* Feedback
  const requests = yield* FeedbackRequests
  const profiles = yield* AiProfiles
  const { organization_id } = actor
  const { candidate_id, feedback_id, id, note_id } = application!
  const target = job.stages[1]!.id
  const draft = { job_id: job.id, candidate: { full_name: "Grace Hopper", primary_email: "grace@example.com" } }
  const profile_id = yield* profileOf(actor, candidate_id)
  const worker = { organization_id, worker: "test", request_id: "test" }

  const hasOne = (page: EncodedPage<Application.ApplicationListItem, unknown>) =>
    Effect.map(items(page), (found) => found.some((item) => item.job.id === job.id))
  const listed = (filter: ApplicationFilter) => Effect.flatMap(applications.list(organization_id, filter, page), hasOne)
  const filters = [{}, { job_id: job.id }, { stage_id: job.stages[0]!.id }, {
    job_id: job.id,
    stage_id: job.stages[0]!.id
  }, { candidate_id }]
  const changesListed = Effect.flatMap(
    applications.listChanges(organization_id, {
      updated_since: Timestamp.make("2000-01-01T00:00:00.000Z"),
      job_id: job.id
    }, page),
    hasOne
  )

  const ofJobs: Outcomes<Jobs["Service"]> = {
    list: outcome(jobs.list(organization_id, {}, page), ({ items }) => sight(items.some((one) => one.id === job.id))),
    find: outcome(jobs.find(organization_id, { department: "Research" })),
    get: outcome(jobs.get(organization_id, job.id)),
    create: outcome(
      jobs.create(actor, job.title, (taken, context) => Job.create({ title: job.title }, taken, context)),
      ({ public_slug }) => public_slug === job.public_slug ? "the slug is free" : "the slug is taken"
    ),
    modify: outcome(
      jobs.modify(
        actor,
        job.id,
        (job, organization) => Job.update(job, { department: crypto.randomUUID() }, organization)
      )
    ),
    ended: Effect.map(endedOnceOpen(sql, jobs, job.id), sight),
    remove: outcome(jobs.remove(actor, job.id))
  }
  const ofApplications: Outcomes<Applications["Service"]> = {
    list: Effect.map(Effect.forEach(filters, listed), (found) => [...new Set(found.map(sight))].join()),
    listChanges: Effect.map(changesListed, sight),
    get: outcome(applications.get(organization_id, id)),
    candidateOf: outcome(applications.candidateOf(organization_id, id)),
    history: outcome(applications.history(organization_id, id, page)),
    submit: outcome(
      applications.submit(actor, draft, (submission, context) => Submission.submit(draft, submission, context))
    ),
    move: outcome(
      applications.move(
        actor,
        id,
        target,
        (application, requested, context) => Lifecycle.move(application, requested, { stage_id: target }, context)
      )
    ),
    change: outcome(Effect.andThen(
      applications.change(
        actor,
        id,
        (application, context) => Lifecycle.reject(application, { reason: "Other", note: "No." }, context)
      ),
      applications.change(actor, id, Lifecycle.reopen)
    )),
    remove: outcome(applications.remove(actor, id, ApplicationRemoval.remove))
  }
  yield* Effect.orDie(
    (yield* SqlClient.SqlClient)`UPDATE notes SET unseen_by = ARRAY[${actor.user_id}::uuid] WHERE id = ${note_id}`
  )
  const ofNotes: Outcomes<Notes["Service"]> = {
    list: outcome(notes.list(organization_id, { application_id: id })),
    get: outcome(notes.get(organization_id, { application_id: id }, note_id)),
    create: outcome(
      notes.create(
        actor,
        { application_id: id },
        (context) => Note.write({ application_id: id }, { note: "Hire." }, context)
      )
    ),
    modify: outcome(
      notes.modify(
        actor,
        { application_id: id },
        note_id,
        (note, context) => Note.edit(note, { note: crypto.randomUUID() }, context)
      )
    ),
    see: outcome(notes.see(actor, note_id)),
    remove: outcome(notes.remove(actor, { application_id: id }, note_id, Note.remove))
  }
  const ofFeedback: Outcomes<Feedback["Service"]> = {
    list: outcome(feedback.list(organization_id, { application_id: id })),
    get: outcome(feedback.get(organization_id, { application_id: id }, feedback_id)),
    create: outcome(
      feedback.create(
        actor,
        { application_id: id },
        (context) => InterviewFeedback.submit(id, { interview_type: "onsite", rating: "yes", body: "Clear." }, context)
      )
    ),
    modify: outcome(
      feedback.modify(
        actor,
        { application_id: id },
        feedback_id,
        (feedback, context) => InterviewFeedback.revise(feedback, { body: crypto.randomUUID() }, context)
      )
    ),
    remove: outcome(feedback.remove(actor, { application_id: id }, feedback_id, InterviewFeedback.remove))
  }
  const { id: request_id } = yield* requests.create(
    actor,
    id,
    actor.user_id,
    (asking, context) => FeedbackRequest.ask(id, { member_id: actor.user_id }, asking, context)
  )
  const ofRequests: Outcomes<FeedbackRequests["Service"]> = {
    list: outcome(requests.list(organization_id, { application_id: id }, page), ({ items }) => sight(items.length > 0)),
    get: outcome(requests.get(organization_id, request_id)),
    modify: outcome(requests.modify(actor, request_id, FeedbackRequest.withdraw)),
    create: outcome(
      requests.create(
        actor,
        id,
        actor.user_id,
        (asking, context) =>
          FeedbackRequest.ask(id, { member_id: actor.user_id }, { ...asking, open_request_id: null }, context)
      )
    )
  }
  const ofInterview = yield* interviewCalls(actor, id)
  const ofInterviews: Outcomes<Interviews["Service"]> = {
    list: outcome(ofInterview.list, ({ items }) => sight(items.length > 0)),
    within: outcome(ofInterview.within, ({ items }) => sight(items.length > 0)),
    toCome: outcome(ofInterview.toCome, (found) => sight(found.length > 0)),
    appointments: outcome(ofInterview.appointments, sight),
    get: outcome(ofInterview.get),
    create: outcome(ofInterview.create),
    times: outcome(ofInterview.times),
    modify: outcome(Effect.andThen(ofInterview.modify, Effect.andThen(ofInterview.invited, ofInterview.feed)))
  }
  const ofReplacements: Outcomes<Replacements["Service"]> = {
    pool: outcome(ofInterview.pool),
    replace: outcome(ofInterview.replace)
  }
  const ofCriterion = yield* criteriaCalls(actor, job.id, id)
  const ofCriteria: Outcomes<Criteria["Service"]> = {
    get: outcome(ofCriterion.criteria.get),
    modify: outcome(ofCriterion.criteria.modify),
    audit: outcome(ofCriterion.criteria.audit)
  }
  const ofAssessments: Outcomes<Omit<Assessments["Service"], "organizations" | "queueDue">> = {
    get: outcome(ofCriterion.assessments.get),
    decide: outcome(ofCriterion.assessments.decide),
    ask: outcome(ofCriterion.assessments.ask),
    input: outcome(ofCriterion.assessments.input),
    record: outcome(ofCriterion.assessments.record)
  }
  const plans = yield* PlannedInterviews
  const plan = Effect.map(planned(actor, job.id, job.stages[0]!.id), ({ one }) => one.id)
  const kept = yield* plan
  const ofPlans: Outcomes<PlannedInterviews["Service"]> = {
    ofJob: outcome(plans.ofJob(organization_id, job.id)),
    ofApplication: outcome(plans.ofApplication(organization_id, id)),
    change: outcome(Effect.gen(function*() {
      yield* plans.change(
        actor,
        job.id,
        { stage: { of: kept } },
        (planning, context) => PlannedInterview.update(kept, { title: crypto.randomUUID() }, planning, context)
      )
      const other = yield* Effect.provideService(plan, PlannedInterviews, plans)
      yield* plans.change(
        actor,
        job.id,
        { stage: { of: other } },
        (planning, context) => PlannedInterview.remove(other, planning, context)
      )
    }))
  }
  const ofLink = yield* schedulingLinkCalls(actor, id)
  const ofLinks: Outcomes<SchedulingLinks["Service"]> = {
    list: outcome(ofLink.list, ([first]) => sight(first!.items.length > 0)),
    get: outcome(ofLink.get),
    facts: outcome(ofLink.facts),
    free: outcome(ofLink.free),
    create: outcome(ofLink.create),
    change: outcome(ofLink.change)
  }
  const ofScorecard = yield* scorecardCalls(actor, id)
  const ofScorecards: Outcomes<Scorecards["Service"]> = {
    get: outcome(ofScorecard.get),
    ofInterview: outcome(ofScorecard.ofInterview),
    debrief: outcome(ofScorecard.debrief),
    modify: outcome(ofScorecard.modify)
  }
  const copies = yield* JobCopies
  const ofCopies: Outcomes<JobCopies["Service"]> = { create: outcome(copies.create(actor, job.id, {})) }
  const teams = yield* TeamMembers
  const inTeam = { role: "recruiter" } as const
  const ofTeams: Outcomes<TeamMembers["Service"]> = {
    put: outcome(
      teams.put(
        actor,
        job.id,
        actor.user_id,
        (joining, context) => TeamMember.put(job.id, actor.user_id, inTeam, joining, context)
      )
    ),
    ofJob: outcome(teams.ofJob(organization_id, job.id)),
    ofMember: outcome(
      teams.ofMember(organization_id, actor.user_id, page),
      ({ items }) => sight(items.some((item) => item.job.id === job.id))
    ),
    remove: outcome(Effect.andThen(
      teams.put(
        actor,
        job.id,
        actor.user_id,
        (joining, context) => TeamMember.put(job.id, actor.user_id, { role: "sourcer" }, joining, context)
      ),
      teams.remove(actor, job.id, actor.user_id, TeamMember.remove)
    ))
  }
  const overviews = yield* Overviews
  const isShown = ({ items }: Pick<Page<{ readonly id: string }>, "items">) =>
    sight(items.some((item) => item.id === job.id || item.id === id))
  const ofOverviews: Outcomes<Overviews["Service"]> = {
    jobs: outcome(
      overviews.jobs(organization_id, { q: job.title }, Timestamp.make("2026-01-01T00:00:00.000Z"), page),
      isShown
    ),
    cards: outcome(cardsInEveryWay(overviews, actor, job.id, page), isShown),
    counts: outcome(
      Effect.forEach(
        [{}, { q: "compiler", rating: "yes" }] as const,
        (filter) => overviews.counts(actor, job.id, filter)
      )
    ),
    people: outcome(
      overviews.people(organization_id, [candidate_id], { job_id: job.id, status: "active" }),
      ([person]) => sight(person?.application !== null)
    ),
    names: outcome(overviews.names(organization_id, [job.id, id]), (names) => sight(names.length > 0)),
    sources: outcome(
      Effect.andThen(
        overviews.sources(organization_id, {}),
        overviews.sources(organization_id, {
          job_id: job.id,
          created_after: Timestamp.make("2026-01-01T00:00:00.000Z"),
          created_before: Timestamp.make("2100-01-01T00:00:00.000Z")
        })
      ),
      ({ source_types }) => sight(source_types.length > 0)
    ),
    unanswered: outcome(overviews.unanswered(organization_id, Timestamp.make("2100-01-01T00:00:00.000Z"))),
    arrived: outcome(overviews.arrived(organization_id, Timestamp.make("2026-01-01T00:00:00.000Z"))),
    mails: outcome(
      Effect.all([overviews.mails(organization_id, "replies"), overviews.mails(organization_id, "undelivered")])
    ),
    mailCounts: outcome(overviews.mailCounts(organization_id)),
    erasures: outcome(overviews.erasures(organization_id)),
    mentions: outcome(
      overviews.mentions(organization_id, actor.user_id),
      (found) => sight(found.some((mention) => mention.note_id === note_id))
    ),
    declined: outcome(
      Effect.andThen(overviews.declined(organization_id, actor.user_id), overviews.declined(organization_id, null))
    ),
    cancellations: outcome(
      Effect.andThen(
        overviews.cancellations(organization_id, actor.user_id),
        overviews.cancellations(organization_id, null)
      )
    ),
    invitations: outcome(overviews.invitations(organization_id, actor.user_id)),
    proposals: outcome(
      Effect.andThen(overviews.proposals(organization_id, actor.user_id), overviews.proposals(organization_id, null))
    ),
    withdrawals: outcome(overviews.withdrawals(organization_id, Timestamp.make("2026-01-01T00:00:00.000Z"))),
    scorecards: outcome(
      overviews.scorecards(organization_id, actor.user_id, Timestamp.make("2100-01-01T00:00:00.000Z"))
    )
  }
  // The other methods are unrelated to jobs.
  const ofProfiles: Outcomes<Pick<AiProfiles["Service"], "input" | "modify">> = {
    input: outcome(profiles.input(organization_id, profile_id), ({ answers }) => sight(answers.length > 0)),
    modify: outcome(profiles.modify(worker, profile_id, AiProfile.start))
  }
  const attachments = yield* Attachments
  const one = yield* attached(actor, id)
  const reserved = yield* attachments.reserve(actor, { application_id: id })
  const ofAttachments: Outcomes<
    Omit<Attachments["Service"], "isNamed" | "release" | "queueRemovals" | "queueAllRemovals" | "usage">
  > = {
    largest: outcome(
      attachments.largest(organization_id),
      (files) => sight(files.some((one) => one.application?.job.id === job.id))
    ),
    list: outcome(attachments.list(organization_id, { application_id: id })),
    get: outcome(attachments.get(organization_id, { application_id: id }, one.id)),
    text: outcome(attachments.text(organization_id, { application_id: id }, one.id, 1)),
    reserve: outcome(attachments.reserve(actor, { application_id: id })),
    add: outcome(
      attachments.add(
        actor,
        { application_id: id },
        reserved,
        (context) => Attachment.add({ application_id: id }, reserved, file, context)
      )
    ),
    remove: outcome(attachments.remove(actor, { application_id: id }, one.id, Attachment.remove))
  }
  const texts = yield* AttachmentTexts
  const { id: read } = yield* attached(actor, id)
  const ofTexts: Outcomes<AttachmentTexts["Service"]> = {
    get: outcome(texts.get(organization_id, read)),
    modify: outcome(texts.modify(worker, read, (attachment) => extract(attachment, "Compilers")))
  }
  return {
    jobs: ofJobs,
    applications: ofApplications,
    notes: ofNotes,
    feedback: ofFeedback,
    requests: ofRequests,
    interviews: ofInterviews,
    replacements: ofReplacements,
    links: ofLinks,
    criteria: ofCriteria,
    assessments: ofAssessments,
    plans: ofPlans,
    scorecards: ofScorecards,
    overviews: ofOverviews,
    teams: ofTeams,
    copies: ofCopies,
    attachments: ofAttachments,
    texts: ofTexts,
    profiles: ofProfiles
  }
})

type Calls = Effect.Success<ReturnType<typeof calls>>

/** Returns the outcomes of all calls; the job itself is removed last. */
export const outcomes = (
  {
    applications,
    assessments,
    attachments,
    criteria,
    copies,
    feedback,
    interviews,
    links,
    jobs: { remove, ...jobs },
    notes,
    overviews,
    plans,
    profiles,
    replacements,
    requests,
    scorecards,
    teams,
    texts
  }: Calls
) =>
  Effect.all({
    profiles: Effect.all(profiles),
    overviews: Effect.all(overviews),
    teams: Effect.all(teams),
    copies: Effect.all(copies),
    requests: Effect.all(requests),
    interviews: Effect.all(interviews),
    replacements: Effect.all(replacements),
    links: Effect.all(links),
    criteria: Effect.all(criteria),
    assessments: Effect.all(assessments),
    plans: Effect.all(plans),
    scorecards: Effect.all(scorecards),
    feedback: Effect.all(feedback),
    notes: Effect.all(notes),
    texts: Effect.all(texts),
    attachments: Effect.all(attachments),
    applications: Effect.all(applications),
    jobs: Effect.all({ ...jobs, remove })
  })
