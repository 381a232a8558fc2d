/** The routes of a careers site that take something, and need no key: applications, challenges, and what people do with what they sent. */
import { careersPaths } from "@candor/contract/Careers"
import type * as Errors from "@candor/contract/Errors"
import { ok, status as statusOf } from "@candor/contract/Errors"
import { Applications } from "@candor/domain/application/Applications"
import { publicBoard, publicJobDetail } from "@candor/domain/board/PublicBoard"
import { sourceParameters } from "@candor/domain/submission/Source"
import { Submissions } from "@candor/domain/submission/Submissions"
import type { Problem } from "@candor/domain/submission/SubmittedForm"
import { isFlooded } from "@candor/domain/submission/Suspicion"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { subscriberOf, trustedProxies } from "../auth/ClientAddress.ts"
import { ownOrigin } from "../auth/ConsoleRequest.ts"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import { within } from "../request/TimeLimit.ts"
import { toResponse } from "../response/Responses.ts"
import * as Applying from "./Applying.ts"
import { noBoardPage } from "./BoardPage.ts"
import { challengeFor } from "./Challenges.ts"
import * as OwnApplication from "./OwnApplication.ts"
import { html, messagePage, ownPage } from "./OwnPages.ts"
import { postingPage, thanksPage } from "./PostingPage.ts"
import { ReceivingSlots } from "./ReceivingSlots.ts"
import { References } from "@candor/background/submission/References"
import { Sites } from "./Sites.ts"
import { wordsFor } from "./Words.ts"

/** The application is stored, and is made one of the organization's from then on. */
const accepted = 202

/** The time limit of an application, whose files a slow connection sends. */
const sendingLimit = "5 minutes"

/** Names the operation in log lines and metrics, and limits its time. */
const operation = (name: string, route: string, limit: "15 seconds" | "5 minutes") => <A, E, R>(handle: Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentRequest, (request) => {
    request.operation = name
    request.route = route
    return within(limit)(handle)
  })

const parameter = (name: string) => Effect.map(HttpRouter.params, (params) => params[name] ?? "")

const isProblem = (failure: object): failure is Applying.Refused => "problems" in failure

/** A problem as the form tells it: in the words of the page, but for what is wrong with a file. */
const shownProblem = ({ field, message, reason }: Problem) =>
  reason === "missing" || field === "email" ? { field, reason } : { field, reason, message }

/** What was typed, to be shown again. */
const typed = (values: Applying.Refused["values"]) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]))

/** Where the person came from, which the form sends along again. */
const sourcesIn = (values: Applying.Refused["values"]) =>
  Object.fromEntries(sourceParameters.flatMap((name) => typeof values[name] === "string" ? [[name, values[name]]] : []))

const make = Effect.gen(function*() {
  const proxies = yield* trustedProxies
  const services = yield* Effect.context<Applications | Applying.Services>()
  const provided = Effect.provideContext(services)

  const urlOf = ({ headers }: HttpServerRequest.HttpServerRequest, reference: string) =>
    `${ownOrigin(headers, proxies)}/careers/applications/${reference}`

  /** The slot comes first: as many as arrive, so many ask the database at a time. */
  const begin = Effect.gen(function*() {
    const { address } = yield* CurrentRequest
    const slot = yield* (yield* ReceivingSlots).take(subscriberOf(address()))
    return { slot, applied: yield* Applying.find(yield* parameter("board"), yield* parameter("slug")) }
  })

  const fromProgram = Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { applied, slot } = yield* begin
    const reference = yield* Applying.apply(applied, request, slot)
    return HttpServerResponse.jsonUnsafe({ submission: { reference, url: urlOf(request, reference) } }, { status: accepted })
  }).pipe(
    Effect.scoped,
    Effect.catch((failure) => "_tag" in failure && failure._tag === "HttpServerError"
      ? Effect.die(failure)
      : Effect.succeed(toResponse(isProblem(failure) ? Applying.refusal(failure) : failure as Errors.ApiError))),
    provided,
    operation("Careers.apply", careersPaths.apply, sendingLimit)
  )

  const words = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) => wordsFor(null, headers["accept-language"]))

  const fromForm = Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { applied, slot } = yield* begin
    const { form, posting, site } = applied
    const origin = ownOrigin(request.headers, proxies)
    const shown = {
      board: publicBoard(site, origin),
      job: publicJobDetail(site.board, posting, form, origin),
      accepted: request.headers["accept-language"]
    }
    // Pages are kept and have no keys of their own: the same form again is the same submission.
    return yield* Applying.apply(applied, request, slot, { isPage: true }).pipe(
      Effect.map((reference) => html(thanksPage({ ...shown, reference }), accepted)),
      Effect.catchIf(isProblem, ({ problems, values }) =>
        Effect.succeed(html(
          postingPage({ ...shown, isListed: false, problems: problems.map(shownProblem), sources: sourcesIn(values), values: typed(values) }),
          statusOf.InvalidRequest,
          { runsScript: true }
        )))
    )
  }).pipe(
    Effect.scoped,
    Effect.catch((failure) => failure._tag === "HttpServerError"
      ? Effect.die(failure)
      : Effect.map(words, (words) => html(
        failure._tag === "NotFound" ? noBoardPage(words) : messagePage(words, words.notPossible),
        statusOf[failure._tag]
      ))),
    provided,
    operation("Careers.applyByForm", careersPaths.form, sendingLimit)
  )

  const challenge = Effect.gen(function*() {
    const site = yield* (yield* Sites).find(yield* parameter("board")).pipe(Effect.option)
    if (Option.isNone(site)) return toResponse(Applying.noSuchBoard)
    const { id } = site.value.organization
    const required = isFlooded(yield* (yield* Submissions).recent(id))
    return HttpServerResponse.jsonUnsafe({ ...yield* challengeFor(id), required })
  }).pipe(provided, operation("Careers.challenge", careersPaths.challenge, "15 seconds"))

  const unknown = Effect.map(words, (words) => html(messagePage(words, words.nothingSent), statusOf.NotFound))

  const see = Effect.gen(function*() {
    const own = yield* OwnApplication.find(yield* parameter("reference"))
    if (Option.isNone(own)) return yield* unknown
    return html(ownPage(yield* words, own.value.submission, yield* OwnApplication.erasureRequestOf(own.value)), ok)
  }).pipe(provided, operation("Careers.see", careersPaths.own, "15 seconds"))

  const act = Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const own = yield* OwnApplication.find(yield* parameter("reference"))
    const action = new URLSearchParams(yield* Effect.orDie(request.text)).get("action")
    if (Option.isNone(own)) return yield* unknown
    const said = yield* words
    if (action !== "withdraw" && action !== "erase") return html(messagePage(said, said.notPossible), statusOf.InvalidRequest)
    return html(messagePage(said, said[yield* Effect.orDie(OwnApplication.act(own.value, action))]), ok)
  }).pipe(provided, operation("Careers.act", careersPaths.own, "15 seconds"))

  return Layer.mergeAll(
    HttpRouter.add("POST", careersPaths.apply, fromProgram),
    HttpRouter.add("POST", careersPaths.form, fromForm),
    HttpRouter.add("GET", careersPaths.challenge, challenge),
    HttpRouter.add("GET", careersPaths.own, see),
    HttpRouter.add("POST", careersPaths.own, act)
  )
})

export const layer = Layer.unwrap(make).pipe(Layer.provide([References.layer, ReceivingSlots.layer]))
