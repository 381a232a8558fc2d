import { Model } from "@candor/background/model/Model"
import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { BesideApplication, firstEntries, type OpenedApplication } from "@candor/contract/Opened"
import { encodeCursor, toPageRequest } from "@candor/contract/PageQuery"
import { Applications } from "@candor/domain/application/Applications"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { storageOf } from "@candor/domain/attachment/Storage"
import { PlannedInterviews, planOf } from "@candor/domain/interview/PlannedInterviews"
import { Assessments } from "@candor/domain/screening/Assessments"
import { Boards } from "@candor/domain/board/Boards"
import { postingStatus } from "@candor/domain/board/PublicBoard"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { CandidateId, JobId, type OrganizationId } from "@candor/domain/Id"
import { maxInterviews } from "@candor/domain/interview/Interview"
import { Interviews } from "@candor/domain/interview/Interviews"
import { maxRequests } from "@candor/domain/request/FeedbackRequest"
import { FeedbackRequests } from "@candor/domain/request/FeedbackRequests"
import { maxLinks } from "@candor/domain/scheduling/SchedulingLink"
import { SchedulingLinks } from "@candor/domain/scheduling/SchedulingLinks"
import { Jobs } from "@candor/domain/job/Jobs"
import { Messages } from "@candor/domain/mail/Messages"
import { Notes } from "@candor/domain/note/Notes"
import { type CardPosition, defaultDays, maxWaiting, newDays } from "@candor/domain/overview/Overview"
import { Overviews } from "@candor/domain/overview/Overviews"
import type { Page } from "@candor/domain/Pagination"
import { Signals } from "@candor/domain/screening/Signals"
import { Submissions } from "@candor/domain/submission/Submissions"
import { TeamMembers } from "@candor/domain/team/TeamMembers"
import * as Timestamp from "@candor/domain/Timestamp"
import { Duration, Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { jsonResponse } from "../response/JsonResponse.ts"
import { withNextLink } from "../response/NextLink.ts"

const daysAgo = (days: number) =>
  Effect.map(Timestamp.now, (now) => Timestamp.later(now, -Duration.toMillis(Duration.days(days))))

/** The request for the first page of a list. */
const first = { limit: firstEntries, offset: 0 }

const entriesOf = <Item, At extends object>({ items, next, pagination: { has_more } }: Page<Item, At>) => ({
  items,
  has_more,
  next_cursor: next === undefined ? null : encodeCursor(next)
})

/** The candidate and the job of an application, decoded from the JSON that the database made. */
const PartOf = Schema.fromJsonString(
  Schema.Struct({ candidate: Schema.Struct({ id: CandidateId }), job: Schema.Struct({ id: JobId }) })
)

/** Maximum number of days back for new applicants and withdrawals. */
const maxDaysSince = 90

/** Statements of one request at a time, so that other requests of the organization proceed. */
const concurrency = 4
/** Returns the filter of a query, with its days in a stage as a time before now. */
const filterOf = <Query extends { readonly days_in_stage?: number }>({ days_in_stage, ...filter }: Query) =>
  days_in_stage === undefined
    ? Effect.succeed(filter)
    : Effect.map(daysAgo(days_in_stage), (entered_before) => ({ ...filter, entered_before }))

export const layer = HttpApiBuilder.group(
  Api,
  "Overviews",
  Effect.fnUntraced(function*(handlers) {
    const overviews = yield* Overviews
    const requests = yield* FeedbackRequests
    const notes = yield* Notes
    const applications = yield* Applications
    const attachments = yield* Attachments
    const fullStorage = (organization: OrganizationId) =>
      Effect.map(attachments.usage(organization), (usage) => {
        const storage = storageOf(usage)
        return storage.level === "normal" ? null : storage
      })
    const assessments = yield* Assessments
    const model = yield* Model
    const boards = yield* Boards
    const candidates = yield* Candidates
    const interviews = yield* Interviews
    const links = yield* SchedulingLinks
    const planned = yield* PlannedInterviews
    const jobs = yield* Jobs
    const messages = yield* Messages
    const signals = yield* Signals
    const submissions = yield* Submissions
    const teams = yield* TeamMembers
    return handlers.handleAll({
      jobs: Effect.fnUntraced(function*({ query, request }) {
        const { actor } = yield* Caller
        const since = yield* daysAgo(newDays)
        const page = yield* overviews.jobs(actor.organization_id, query, since, toPageRequest(query))
        const next_cursor = yield* withNextLink(request, page)
        return { jobs: page.items, pagination: page.pagination, next_cursor }
      }),
      // Uses the same ports as the single operations, so they leave out what the member may not see.
      application: Effect.fnUntraced(function*({ params: { id } }) {
        const { actor: { organization_id } } = yield* Caller
        const application = yield* applications.get(organization_id, id)
        const { candidate, job } = yield* Effect.orDie(
          Schema.decodeEffect(PartOf)(new TextDecoder().decode(application.bytes))
        )
        const beside = yield* Effect.all({
          candidate: candidates.get(organization_id, candidate.id),
          job: jobs.get(organization_id, job.id),
          team: teams.ofJob(organization_id, job.id),
          attachments: attachments.list(organization_id, { application_id: id }),
          history: Effect.map(applications.history(organization_id, id, first), entriesOf),
          messages: Effect.map(messages.list(organization_id, { application_id: id }, first), entriesOf),
          submissions: submissions.ofApplication(organization_id, id),
          feedback_requests: Effect.map(
            requests.list(organization_id, { application_id: id, status: "asked" }, {
              limit: maxRequests.limit,
              offset: 0
            }),
            ({ items }) => items
          ),
          interviews: Effect.map(
            interviews.list(organization_id, { application_id: id }, { limit: maxInterviews.limit, offset: 0 }),
            ({ items }) => items
          ),
          scheduling_links: Effect.map(
            links.list(organization_id, { application_id: id }, { limit: maxLinks.limit, offset: 0 }),
            ({ items }) => items
          ),
          plan: Effect.map(planned.ofApplication(organization_id, id), planOf),
          assessment: Effect.map(
            assessments.get(organization_id, id),
            (stored) => ({ ...stored, is_available: model.about !== null })
          ),
          signals: signals.ofApplication(organization_id, id)
        }, { concurrency })
        return jsonResponse<typeof OpenedApplication.Encoded>({
          application,
          ...yield* Effect.orDie(Schema.encodeEffect(BesideApplication)(beside))
        })
      }, Effect.mapError(toError)),
      board: Effect.fnUntraced(function*({ params: { jobId }, query: { status } }) {
        const { actor } = yield* Caller
        const { organization_id } = actor
        const { counts, job, posting, team } = yield* Effect.all({
          counts: overviews.counts(actor, jobId, {}),
          job: jobs.get(organization_id, jobId),
          posting: boards.get(organization_id),
          team: teams.ofJob(organization_id, jobId)
        }, { concurrency })
        const statuses = status === undefined ? ["active", "hired"] as const : [status]
        const columns = job.stages.flatMap(({ id: stage_id }) => {
          const status = statuses.find((status) =>
            counts.some((count) => count.stage_id === stage_id && count.status === status)
          )
          return status === undefined ? [] : [{ stage_id, status }]
        })
        return {
          job,
          team,
          posting: postingStatus(posting, job, yield* Timestamp.now),
          counts,
          columns: yield* Effect.forEach(columns, (column) =>
            Effect.map(
              overviews.cards(actor, jobId, column, "newest", first),
              ({ items, next }) => ({
                ...column,
                cards: items,
                next_cursor: next === undefined ? null : encodeCursor(next)
              })
            ), { concurrency })
        }
      }, Effect.mapError(toError)),
      people: Effect.fnUntraced(function*({ query: { ids, ...filter } }) {
        const { actor } = yield* Caller
        return { candidates: yield* overviews.people(actor.organization_id, ids, filter) }
      }),
      names: Effect.fnUntraced(function*({ query: { ids } }) {
        const { actor } = yield* Caller
        return { names: yield* overviews.names(actor.organization_id, ids) }
      }),
      cards: Effect.fnUntraced(function*({ params, query, request }) {
        const { actor } = yield* Caller
        const { cursor: _cursor, limit: _limit, offset: _offset, sort = "newest", ...filter } = query
        const page = yield* overviews.cards(
          actor,
          params.jobId,
          yield* filterOf(filter),
          sort,
          toPageRequest<CardPosition>(query)
        )
        const next_cursor = yield* withNextLink(request, page)
        return { cards: page.items, pagination: page.pagination, next_cursor }
      }, Effect.mapError(toError)),
      counts: Effect.fnUntraced(function*({ params, query }) {
        const { actor } = yield* Caller
        return { counts: yield* overviews.counts(actor, params.jobId, yield* filterOf(query)) }
      }, Effect.mapError(toError)),
      sources: Effect.fnUntraced(function*({ query }) {
        const { actor } = yield* Caller
        return yield* overviews.sources(actor.organization_id, query)
      }),
      waiting: Effect.fnUntraced(function*({ query: { days = defaultDays, since } }) {
        const { actor: { organization_id, user_id }, principal: { api_key, job_access } } = yield* Caller
        const mayErase = api_key.scope !== "read" && job_access !== "team"
        const [yesterday, earliest] = [yield* daysAgo(1), yield* daysAgo(maxDaysSince)]
        const from = since === undefined ? yesterday : since < earliest ? earliest : since
        const decider = job_access === "team" ? user_id : null
        const asked = yield* requests.list(organization_id, { member_id: user_id, status: "asked" }, {
          limit: maxWaiting,
          offset: 0
        })
        return {
          replies: yield* overviews.mails(organization_id, "replies"),
          new_applications: yield* overviews.arrived(organization_id, from),
          undelivered: yield* overviews.mails(organization_id, "undelivered"),
          feedback_requests: asked.items,
          unanswered: yield* overviews.unanswered(organization_id, yield* daysAgo(days)),
          storage: api_key.scope === "admin" ? yield* fullStorage(organization_id) : null,
          erasure_requests: mayErase ? yield* overviews.erasures(organization_id) : [],
          mentions: yield* overviews.mentions(organization_id, user_id),
          declined_interviews: api_key.scope === "read"
            ? []
            : yield* overviews.declined(organization_id, decider),
          cancelled_interviews: api_key.scope === "read"
            ? []
            : yield* overviews.cancellations(organization_id, decider),
          invitations: yield* overviews.invitations(organization_id, user_id),
          proposed_times: api_key.scope === "read" ? [] : yield* overviews.proposals(organization_id, decider),
          withdrawals: yield* overviews.withdrawals(organization_id, from),
          scorecards: yield* overviews.scorecards(organization_id, user_id, yield* Timestamp.now)
        }
      }),
      mails: Effect.fnUntraced(function*() {
        const { actor } = yield* Caller
        return yield* overviews.mailCounts(actor.organization_id)
      }),
      seen: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        yield* notes.see(actor, params.noteId)
        return { seen: true }
      }, Effect.mapError(toError))
    })
  })
)
