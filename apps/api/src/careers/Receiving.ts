/**
 * The routes of a careers site that receive something, and need no key: applications, challenges, and the actions of
 * applicants.
 */
import { careersPaths, seeOther } from "@candor/contract/Careers"
import type * as Errors from "@candor/contract/Errors"
import { ok, status as statusOf } from "@candor/contract/Errors"
import { Applications } from "@candor/domain/application/Applications"
import { Boards } from "@candor/domain/board/Boards"
import type { Question } from "@candor/domain/form/Question"
import { listedJobs, publicBoard, publicJob, publicJobDetail, type Site } from "@candor/domain/board/PublicBoard"
import { Interviews } from "@candor/domain/interview/Interviews"
import { Jobs } from "@candor/domain/job/Jobs"
import { Messages } from "@candor/domain/mail/Messages"
import { Organizations } from "@candor/domain/organization/Organizations"
import { SchedulingLinks } from "@candor/domain/scheduling/SchedulingLinks"
import { sourceParameters } from "@candor/domain/submission/Source"
import { Submissions } from "@candor/domain/submission/Submissions"
import { isFlooded } from "@candor/domain/submission/Suspicion"
import { CurrentZones } from "@candor/domain/time/Zones"
import { now } from "@candor/domain/Timestamp"
import { Effect, Layer, Option } from "effect"
import { type Headers, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { subscriberOf, trustedProxies } from "../auth/ClientAddress.ts"
import { ownOrigin } from "../auth/ConsoleRequest.ts"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import { within } from "../request/TimeLimit.ts"
import { retryAfterSeconds, toResponse } from "../response/Responses.ts"
import { type Problem, questionField } from "./ApplicationForm.ts"
import * as Applying from "./Applying.ts"
import { gonePage, noBoardPage, otherJobs } from "./BoardPage.ts"
import { challengeFor } from "./Challenges.ts"
import * as OwnApplication from "./OwnApplication.ts"
import { html, messagePage, ownPage, toJobs } from "./OwnPages.ts"
import { postingPage } from "./PostingPage.ts"
import { ReceivingSlots } from "./ReceivingSlots.ts"
import { References } from "@candor/background/submission/References"
import { Sites } from "./Sites.ts"
import { inWords } from "./Unforeseen.ts"
import { wordsFor } from "./Words.ts"

/** The application is stored. It becomes one of the organization's later. */
const accepted = 202

/** Appended to the address of the page that thanks for the application. */
const sent = "?sent"

/** The time limit of an application, long enough to send files over a slow connection. */
const sendingLimit = "5 minutes"

/** Names the operation in log lines and metrics, and limits its time. */
export const operation =
  (name: string, route: string, limit: "15 seconds" | "5 minutes") => <A, E, R>(handle: Effect.Effect<A, E, R>) =>
    Effect.flatMap(CurrentRequest, (request) => {
      request.operation = name
      request.route = route
      return within(limit)(handle)
    })

const parameter = (name: string) => Effect.map(HttpRouter.params, (params) => params[name] ?? "")

const isProblem = (failure: object): failure is Applying.Refused => "problems" in failure

/** Fields and types of questions whose errors have a text of their own on the page. */
const told = ["email", "phone", "date", "number", "url", "yes_no"] as const

const isTold = (what: string): what is typeof told[number] => (told as ReadonlyArray<string>).includes(what)

/** The problems that the form shows, in the words of the page. */
const shownProblems = (
  { fileFields, problems }: Applying.Refused,
  questions: ReadonlyArray<Question>
): ReadonlyArray<Problem> => [
  ...problems.map(({ message: _, ...problem }) => {
    const what = questions.find(({ id }) => questionField(id) === problem.field)?.type ?? problem.field
    return problem.reason === "not_understood" && isTold(what)
      ? { ...problem, reason: `wrong_${what}` as const }
      : problem
  }),
  ...[...fileFields].filter((name) => problems.every(({ field }) => field !== name)).map((field) => ({
    field,
    reason: "not_kept" as const
  }))
]

/** The typed values, to be shown again. */
const typed = (values: Applying.Refused["values"]) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)])
  )

/** Where the person came from, to be sent with the form again. */
const sourcesIn = (values: Applying.Refused["values"]) =>
  Object.fromEntries(sourceParameters.flatMap((name) => typeof values[name] === "string" ? [[name, values[name]]] : []))

const make = Effect.gen(function*() {
  const proxies = yield* trustedProxies
  const zones = yield* CurrentZones
  const services = yield* Effect.context<
    Applications | Applying.Services | Boards | Interviews | Jobs | Messages | Organizations | SchedulingLinks
  >()
  const provided = Effect.provideContext(services)

  const pathOf = (reference: string) => careersPaths.own.replace(":reference", reference)

  const urlOf = ({ headers }: HttpServerRequest.HttpServerRequest, reference: string) =>
    ownOrigin(headers, proxies) + pathOf(reference)

  /** The slot comes first, so that the slots also bound how many ask the database at a time. */
  const begin = Effect.gen(function*() {
    const current = yield* CurrentRequest
    const slot = yield* (yield* ReceivingSlots).take(subscriberOf(current.address())).pipe(
      Effect.tapError(() => Effect.sync(() => current.retry_after = retryAfterSeconds))
    )
    return { slot, applied: yield* Applying.find(yield* parameter("board"), yield* parameter("slug")) }
  })

  const fromProgram = Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { applied, slot } = yield* begin
    const reference = yield* Applying.apply(applied, request, slot)
    return HttpServerResponse.jsonUnsafe({ submission: { reference, url: urlOf(request, reference) } }, {
      status: accepted
    })
  }).pipe(
    Effect.scoped,
    Effect.catch((failure) =>
      "_tag" in failure && failure._tag === "HttpServerError"
        ? Effect.die(failure)
        : Effect.succeed(toResponse(isProblem(failure) ? Applying.refusal(failure) : failure as Errors.ApiError))
    ),
    provided,
    operation("Careers.apply", careersPaths.apply, sendingLimit)
  )

  const words = Effect.map(
    HttpServerRequest.HttpServerRequest,
    ({ headers }) => wordsFor(headers["accept-language"])
  )

  /** The page for a job that has ended while its form was being filled in. */
  const gone = Effect.gen(function*() {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const origin = ownOrigin(headers, proxies)
    const site = yield* (yield* Sites).find(yield* parameter("board"))
    const jobs = listedJobs(site).slice(0, otherJobs).map((job) => publicJob(site.board, job, origin))
    const said = wordsFor(headers["accept-language"], site.organization.language)
    return gonePage(publicBoard(site, origin), jobs, yield* now, said)
  }).pipe(Effect.catchTag("BoardNotFound", () => Effect.map(words, noBoardPage)))

  const fromForm = Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { applied, slot } = yield* begin
    const { form, posting, site } = applied
    const origin = ownOrigin(request.headers, proxies)
    const shown = {
      board: publicBoard(site, origin),
      job: publicJobDetail(site.board, posting, form, origin),
      reader: wordsFor(request.headers["accept-language"], site.organization.language).language
    }
    // Browsers keep pages and send no idempotency keys: the same form again is the same submission.
    return yield* Applying.apply(applied, request, slot, { isPage: true }).pipe(
      Effect.map((reference) =>
        HttpServerResponse.empty({
          status: seeOther,
          headers: { "cache-control": "no-store", location: pathOf(reference) + sent, "referrer-policy": "no-referrer" }
        })
      ),
      Effect.catchIf(isProblem, (refused) =>
        Effect.succeed(html(
          postingPage({
            ...shown,
            isListed: false,
            problems: shownProblems(refused, form.questions),
            sources: sourcesIn(refused.values),
            values: typed(refused.values)
          }),
          statusOf.InvalidRequest,
          { isAnswer: true, runsScript: true }
        )))
    )
  }).pipe(
    Effect.scoped,
    Effect.catch((failure) =>
      failure._tag === "HttpServerError"
        ? Effect.die(failure)
        : Effect.map(
          failure._tag === "NotFound"
            ? gone
            : Effect.map(
              words,
              (words) =>
                messagePage(words, failure._tag === "PayloadTooLarge" ? words.textsTooLarge : words.notPossible)
            ),
          (page) => html(page, statusOf[failure._tag], { isAnswer: true })
        )
    ),
    provided,
    operation("Careers.applyByForm", careersPaths.form, sendingLimit),
    inWords
  )

  const challenge = Effect.gen(function*() {
    const site = yield* (yield* Sites).find(yield* parameter("board")).pipe(Effect.option)
    if (Option.isNone(site)) return toResponse(Applying.noSuchBoard)
    const { id } = site.value.organization
    const required = isFlooded(yield* (yield* Submissions).recent(id))
    return HttpServerResponse.jsonUnsafe({ ...yield* challengeFor(id), required })
  }).pipe(provided, operation("Careers.challenge", careersPaths.challenge, "15 seconds"))

  /** The public board; null while it is closed. */
  const open = (headers: Headers.Headers, around: Pick<Site, "board" | "organization">) =>
    around.board.is_open ? publicBoard({ ...around, jobs: [], departments: [] }, ownOrigin(headers, proxies)) : null

  /**
   * The page for a deleted submission links to the jobs of its organization. A forged reference has no organization.
   */
  const unknown = Effect.gen(function*() {
    const [said, { headers }] = [yield* words, yield* HttpServerRequest.HttpServerRequest]
    const referred = yield* (yield* References).parse(yield* parameter("reference"))
    const board = Option.isNone(referred) ? null : open(headers, {
      organization: yield* (yield* Organizations).get(referred.value.organization_id),
      board: yield* (yield* Boards).get(referred.value.organization_id)
    })
    return html(messagePage(said, said.nothingSent, board, toJobs(said, board)), statusOf.NotFound)
  }).pipe(
    Effect.catchTag(
      "OrganizationNotFound",
      () => Effect.map(words, (words) => html(messagePage(words, words.nothingSent), statusOf.NotFound))
    )
  )

  /** What the page of a submission shows besides it: the board while it is open, and texts of the posting. */
  const around = Effect.fnUntraced(function*(own: OwnApplication.Own) {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const { board, job, organization } = yield* OwnApplication.appliedTo(own)
    const slug = job.public_slug ?? ""
    const isOpen = yield* Effect.isSuccess(Applying.find(board.slug, slug))
    return {
      posting: isOpen ? careersPaths.form.replace(":board", board.slug).replace(":slug", slug) : null,
      board: open(headers, { board, organization }),
      job: board.is_open ? job.title : `${job.title}, ${organization.name}`,
      language: job.language,
      stages: job.stages,
      words: wordsFor(job.language, headers["accept-language"], organization.language),
      cancelReason: wordsFor(job.language, organization.language).cancelReason
    }
  })

  const see = Effect.gen(function*() {
    const { url } = yield* HttpServerRequest.HttpServerRequest
    const own = yield* OwnApplication.find(yield* parameter("reference"))
    if (Option.isNone(own)) return yield* unknown
    const { stages, ...shown } = yield* around(own.value)
    const progress = yield* OwnApplication.progress(own.value, stages)
    const appointments = progress.standing.isTold && progress.withdrawn_at === null
      ? yield* OwnApplication.appointments(own.value)
      : { interviews: [], links: [] }
    return html(
      ownPage({
        ...shown,
        ...progress,
        ...appointments,
        zones,
        submission: own.value.submission,
        request: yield* OwnApplication.erasureRequestOf(own.value),
        isNew: url.endsWith(sent)
      }),
      ok
    )
  }).pipe(
    Effect.catchTag(["JobNotFound", "OrganizationNotFound"], () => unknown),
    provided,
    operation("Careers.see", careersPaths.own, "15 seconds"),
    inWords
  )

  const act = Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const own = yield* OwnApplication.find(yield* parameter("reference"))
    const action = new URLSearchParams(yield* Effect.orDie(request.text)).get("action")
    if (Option.isNone(own)) return yield* unknown
    const { board, cancelReason, words: said } = yield* around(own.value)
    if (action !== "withdraw" && action !== "erase")
      return html(messagePage(said, said.notPossible, board), statusOf.InvalidRequest, { isAnswer: true })
    const outcome = yield* Effect.orDie(OwnApplication.withdrawOrErase(own.value, action, cancelReason))
    const link = outcome === "deleted"
      ? toJobs(said, board)
      : { path: pathOf(yield* parameter("reference")), text: said.seeOwn }
    return html(messagePage(said, said[outcome], board, link), ok, { isAnswer: true })
  }).pipe(
    Effect.catchTag(["JobNotFound", "OrganizationNotFound"], () => unknown),
    provided,
    operation("Careers.act", careersPaths.own, "15 seconds"),
    inWords
  )

  return Layer.mergeAll(
    HttpRouter.add("POST", careersPaths.apply, fromProgram),
    HttpRouter.add("POST", careersPaths.form, fromForm),
    HttpRouter.add("GET", careersPaths.challenge, challenge),
    HttpRouter.add("GET", careersPaths.own, see),
    HttpRouter.add("POST", careersPaths.own, act)
  )
})

export const layer = Layer.unwrap(make).pipe(Layer.provide([References.layer, ReceivingSlots.layer]))
