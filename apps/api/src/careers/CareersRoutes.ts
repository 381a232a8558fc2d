/** The routes of a careers site that take something, and need no key: applications, challenges, and what people do with what they sent. */
import { careersPaths } from "@candor/contract/Careers"
import type * as Errors from "@candor/contract/Errors"
import { status as statusOf } from "@candor/contract/Errors"
import { Applications } from "@candor/domain/application/Applications"
import { Boards } from "@candor/domain/board/Boards"
import { Submissions } from "@candor/domain/submission/Submissions"
import { isFlooded } from "@candor/domain/submission/Suspicion"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { trustedProxies } from "../auth/ClientAddress.ts"
import { ownOrigin } from "../auth/ConsoleRequest.ts"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import { within } from "../request/TimeLimit.ts"
import { toResponse } from "../response/Responses.ts"
import * as Applying from "./Applying.ts"
import { challengeFor } from "./Challenges.ts"
import * as OwnApplication from "./OwnApplication.ts"
import * as Pages from "./Pages.ts"
import { ReceivingSlots } from "./ReceivingSlots.ts"
import { References } from "./References.ts"

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

const make = Effect.gen(function*() {
  const proxies = yield* trustedProxies
  const services = yield* Effect.context<Applications | Applying.Services>()
  const provided = Effect.provideContext(services)

  const urlOf = ({ headers }: HttpServerRequest.HttpServerRequest, reference: string) =>
    `${ownOrigin(headers, proxies)}/careers/applications/${reference}`

  /** The slot comes first: as many as arrive, so many ask the database at a time. */
  const begin = Effect.gen(function*() {
    const slot = yield* (yield* ReceivingSlots).take
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

  const fromForm = Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { applied, slot } = yield* begin
    return yield* Applying.apply(applied, request, slot).pipe(
      Effect.map((reference) => Pages.html(Pages.thanksPage({ ...applied, reference }), accepted)),
      Effect.catchIf(isProblem, ({ problems, values }) =>
        Effect.succeed(Pages.html(Pages.postingPage({ ...applied, problems, values }), statusOf.InvalidRequest)))
    )
  }).pipe(
    Effect.scoped,
    Effect.catch((failure) => failure._tag === "HttpServerError"
      ? Effect.die(failure)
      : Effect.succeed(Pages.html(
        failure._tag === "NotFound" ? Pages.unknownPage : Pages.refusalPage(failure.error.message),
        statusOf[failure._tag]
      ))),
    provided,
    operation("Careers.applyByForm", careersPaths.form, sendingLimit)
  )

  const challenge = Effect.gen(function*() {
    const organization = yield* (yield* Boards).find(yield* parameter("board")).pipe(Effect.option)
    const board = Option.isNone(organization) ? undefined : yield* (yield* Boards).get(organization.value)
    if (board?.is_open !== true) return toResponse(Applying.noSuchBoard)
    const required = isFlooded(yield* (yield* Submissions).recent(board.id))
    return HttpServerResponse.jsonUnsafe({ ...yield* challengeFor(board.id), required })
  }).pipe(provided, operation("Careers.challenge", careersPaths.challenge, "15 seconds"))

  const unknown = Pages.html(Pages.unknownPage, statusOf.NotFound)

  const see = Effect.gen(function*() {
    const own = yield* OwnApplication.find(yield* parameter("reference"))
    return Option.match(own, { onNone: () => unknown, onSome: ({ submission }) => Pages.html(Pages.ownPage(submission), 200) })
  }).pipe(provided, operation("Careers.see", careersPaths.own, "15 seconds"))

  const act = Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const own = yield* OwnApplication.find(yield* parameter("reference"))
    const action = new URLSearchParams(yield* Effect.orDie(request.text)).get("action")
    if (Option.isNone(own)) return unknown
    if (action !== "withdraw" && action !== "erase") return Pages.html(Pages.refusalPage("Choose what to do."), statusOf.InvalidRequest)
    return Pages.html(Pages.outcomePage(yield* Effect.orDie(OwnApplication.act(own.value, action))), 200)
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
