/**
 * The routes of the page on which a candidate books interviews, by the reference of a scheduling link. Only form
 * submissions change anything.
 */
import { CalendarReading } from "@candor/background/calendar/CalendarReading"
import { interviewerNames, invitationText } from "@candor/background/mail/InvitationTexts"
import { References } from "@candor/background/submission/References"
import { careersPaths, seeOther } from "@candor/contract/Careers"
import { ok, status as statusOf } from "@candor/contract/Errors"
import type { Worker } from "@candor/domain/access/Actor"
import { publicBoard } from "@candor/domain/board/PublicBoard"
import { Boards } from "@candor/domain/board/Boards"
import type { AnyContext } from "@candor/domain/Decision"
import type { SchedulingLinkId } from "@candor/domain/Id"
import { uidOf } from "@candor/domain/interview/Invitation"
import { type InvitedInterview, Invitations } from "@candor/domain/interview/Invitations"
import { Jobs } from "@candor/domain/job/Jobs"
import { Organizations } from "@candor/domain/organization/Organizations"
import { Words as Written } from "@candor/domain/scheduling/SchedulingLink"
import { SchedulingLinks } from "@candor/domain/scheduling/SchedulingLinks"
import {
  book,
  type Booking,
  cancel,
  type LinkFacts,
  propose,
  refusal,
  timesOf
} from "@candor/domain/scheduling/SelfScheduling"
import { timestampOfMinute } from "@candor/domain/time/MinuteSets"
import { CurrentOrganization } from "@candor/sql/database/OrganizationShare"
import { ZoneNameFromText } from "@candor/domain/time/ZoneName"
import { CurrentZones } from "@candor/domain/time/Zones"
import { now as currentTime, TimestampFromText } from "@candor/domain/Timestamp"
import { Effect, Layer, Option, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { trustedProxies } from "../auth/ClientAddress.ts"
import { ownOrigin } from "../auth/ConsoleRequest.ts"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import { html, messagePage } from "./OwnPages.ts"
import { type Said, schedulePage } from "./SchedulePage.ts"
import { scheduleWordsFor } from "./ScheduleWords.ts"
import { inWords } from "./Unforeseen.ts"
import { operation } from "./Receiving.ts"
import { wordsFor } from "./Words.ts"

/** The actor that carries out a candidate's requests, as named in events and in the audit log. */
const worker = "applicant"

/** The days and the times on one page. */
const [maxDays, maxOnPage] = [7, 200] as const

const decodeZone = Schema.decodeUnknownOption(ZoneNameFromText)
const decodeTime = Schema.decodeUnknownOption(TimestampFromText)
const decodeWords = Schema.decodeUnknownOption(Written)

interface Linked {
  readonly organization_id: Worker["organization_id"]
  readonly id: SchedulingLinkId
}

/** The names of the interviewers, if an invitation by mail would have them. */
const interviewersIn = (invited: InvitedInterview | undefined): ReadonlyArray<string> =>
  invited === undefined || invited.sender === null
    ? []
    : interviewerNames(invited)

const told: ReadonlyArray<Said> = ["moved", "cancelled", "proposed"]

const make = Effect.gen(function*() {
  const proxies = yield* trustedProxies
  const zones = yield* CurrentZones
  const services = yield* Effect.context<Boards | Invitations | Jobs | Organizations | References | SchedulingLinks>()
  const provided = Effect.provideContext(services)
  const links = yield* SchedulingLinks
  const calendars = yield* CalendarReading

  const unknown = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) => {
    const words = wordsFor(headers["accept-language"])
    return html(messagePage(words, scheduleWordsFor(words.language).unknown), statusOf.NotFound)
  })

  const referred = Effect.flatMap(
    HttpRouter.params,
    ({ reference = "" }) => Effect.flatMap(References, ({ parseLink }) => parseLink(reference))
  )

  const queryOf = ({ url }: HttpServerRequest.HttpServerRequest) => new URLSearchParams(url.split("?")[1] ?? "")

  /** The booked interviews of a link, in the form of invitations to candidates. */
  const invitedTo = (organization_id: Worker["organization_id"], { interviews }: LinkFacts) =>
    Effect.map(
      Effect.forEach(
        interviews.filter(({ status }) => status !== "cancelled"),
        ({ id }) => Effect.flatMap(Invitations, ({ get }) => get(organization_id, id))
      ),
      (invited) => invited.filter((one) => one !== null)
    )

  /** The calendar file of the interviews, equal to that of the invitations by mail. */
  const calendar = Effect.fnUntraced(function*(organization_id: Worker["organization_id"], facts: LinkFacts) {
    const { feedFile } = yield* Effect.promise(() => import("@candor/mail/calendar/CalendarFile"))
    const invited = yield* invitedTo(organization_id, facts)
    const events = invited.flatMap((one) => {
      const { ends_at, id, link, location, sequence, starts_at, updated_at } = one.interview
      return starts_at === null || ends_at === null ? [] : [{
        uid: uidOf(id),
        sequence,
        stamp: updated_at,
        starts_at,
        ends_at,
        location: location ?? link,
        url: link,
        ...invitationText(one, "candidate", "new", zones, null)
      }]
    })
    return HttpServerResponse.text(feedFile(invited[0]?.organization ?? "", events), {
      contentType: "text/calendar; charset=utf-8",
      headers: { "cache-control": "no-store", "content-disposition": "attachment; filename=\"interview.ics\"" }
    })
  })

  /** Shows the current state of a link. */
  const shown = Effect.fnUntraced(
    function*(organization_id: Worker["organization_id"], facts: LinkFacts, said: Said | undefined, status: number) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const [query, now] = [queryOf(request), yield* currentTime]
      const organization = yield* (yield* Organizations).get(organization_id)
      const job = yield* (yield* Jobs).get(organization_id, facts.application.job_id)
      const board = yield* (yield* Boards).get(organization_id)
      const refused = refusal(facts, now)
      const times_from = Option.getOrNull(decodeTime(query.get("from")))
      const from = times_from ?? now
      const zone = zones.zone(Option.getOrElse(decodeZone(query.get("zone")), () => facts.link.time_zone))
      const starts = refused === undefined ? (yield* timesOf(facts, now, zones).starts).map(timestampOfMinute) : []
      const chosen = Option.getOrUndefined(decodeTime(query.get("start")))
      const isOffered = chosen !== undefined && starts.includes(chosen)
      const later = starts.filter((start) => start >= from)
      const dayOf = (time: string) => Math.floor(zone.localAt(Date.parse(time)) / 86_400_000)
      const invited = yield* invitedTo(organization_id, facts)
      const days = [...new Set(later.map(dayOf))].slice(0, maxDays)
      const times = later.filter((time) => dayOf(time) <= (days.at(-1) ?? 0)).slice(0, maxOnPage)
      return html(
        schedulePage({
          words: wordsFor(job.language, request.headers["accept-language"], organization.language),
          board: board.is_open
            ? publicBoard({ board, organization, jobs: [], departments: [] }, ownOrigin(request.headers, proxies))
            : null,
          organization: organization.name,
          job: job.title,
          link: facts.link,
          interviews: facts.interviews.map((interview) => ({
            ...interview,
            people: interviewersIn(invited.find(({ interview: { id } }) => id === interview.id))
          })),
          times,
          times_from,
          next: later[times.length],
          isFirstPage: later.length === starts.length,
          chosen: isOffered && said === undefined ? chosen : undefined,
          now,
          zone,
          refused,
          said: chosen !== undefined && !isOffered && refused === undefined ? said ?? "gone" : said
        }),
        status,
        { isAnswer: status !== ok, runsScript: true }
      )
    }
  )

  const see = Effect.gen(function*() {
    const link = yield* referred
    if (Option.isNone(link)) return yield* unknown
    const { id, organization_id } = link.value
    const query = queryOf(yield* HttpServerRequest.HttpServerRequest)
    return yield* Effect.flatMap(
      links.facts(organization_id, id),
      (facts) =>
        query.has("calendar")
          ? calendar(organization_id, facts)
          : shown(organization_id, facts, told.find((name) => query.get("said") === name), ok)
    ).pipe(
      Effect.provideService(CurrentOrganization, organization_id)
    )
  }).pipe(
    Effect.catchTag(["SchedulingLinkNotFound", "JobNotFound", "OrganizationNotFound"], () => unknown),
    provided,
    operation("Careers.seeTimes", careersPaths.schedule, "15 seconds"),
    inWords
  )

  const changed = Effect.fnUntraced(function*({ id, organization_id }: Linked, form: URLSearchParams) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { id: request_id } = yield* CurrentRequest
    const by: Worker = { organization_id, worker, request_id }
    const start = decodeTime(form.get("start"))
    const written = Option.filter(decodeWords(form.get("words")), (text) => text.trim() !== "")
    const action = form.get("action")
    const before = yield* links.facts(organization_id, id)
    const change = action === "book" && Option.isSome(start)
      ? (facts: LinkFacts, context: AnyContext) =>
        book(facts, start.value, zones, context, Option.getOrNull(decodeZone(queryOf(request).get("zone"))))
      : action === "cancel"
      ? (facts: LinkFacts, context: AnyContext) => cancel(facts, Option.getOrNull(written), context)
      : action === "propose" && Option.isSome(written)
      ? (facts: LinkFacts, context: AnyContext) => propose(facts, written.value, context)
      : undefined
    if (change === undefined) return yield* shown(organization_id, before, undefined, statusOf.InvalidRequest)
    // Booking the same time again, as a double click does, is not reported as a move.
    const saidOf = ({ interviews }: Booking) =>
      action === "cancel"
        ? "cancelled"
        : action === "propose"
        ? "proposed"
        : before.link.status === "booked" && interviews.length > 0
        ? "moved"
        : ""
    const locationOf = (said: string) => {
      const query = new URLSearchParams({ ...Object.fromEntries(queryOf(request)), said })
      query.delete("from")
      query.delete("start")
      return `?${query}`
    }
    const failed = (said: Said) =>
      Effect.flatMap(
        links.facts(organization_id, id),
        (facts) => shown(organization_id, facts, said, statusOf.Conflict)
      )
    // Calendars may have changed since the page was shown, so they are read again; not for a link that allows no
    // booking.
    if (action === "book" && refusal(before, yield* currentTime) === undefined)
      yield* calendars.refresh(
        organization_id,
        before.members.map(({ id }) => id)
      )
    return yield* links.change(by, id, change).pipe(
      Effect.map((booking) =>
        HttpServerResponse.empty({
          status: seeOther,
          headers: {
            "cache-control": "no-store",
            location: locationOf(saidOf(booking)),
            "referrer-policy": "no-referrer"
          }
        })
      ),
      Effect.catchTag("TimeGone", () => failed("gone")),
      Effect.catchTag("LimitReached", () => failed("full")),
      Effect.catchTag("NotBookable", ({ reason }) => failed(reason))
    )
  })

  const act = Effect.gen(function*() {
    const link = yield* referred
    const form = new URLSearchParams(yield* Effect.orDie((yield* HttpServerRequest.HttpServerRequest).text))
    return yield* Option.isNone(link)
      ? unknown
      : Effect.provideService(changed(link.value, form), CurrentOrganization, link.value.organization_id)
  }).pipe(
    Effect.catchTag(["SchedulingLinkNotFound", "JobNotFound", "OrganizationNotFound"], () => unknown),
    provided,
    operation("Careers.book", careersPaths.schedule, "15 seconds"),
    inWords
  )

  return Layer.mergeAll(
    HttpRouter.add("GET", careersPaths.schedule, see),
    HttpRouter.add("POST", careersPaths.schedule, act)
  )
})

export const layer = Layer.unwrap(make)
