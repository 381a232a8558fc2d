/** The routes of the kit of an interview, by the reference in a mail. Only submitting its form changes anything. */
import { References } from "@candor/background/submission/References"
import { seeOther } from "@candor/contract/Careers"
import { ok, status as statusOf } from "@candor/contract/Errors"
import { kitPaths } from "@candor/contract/Kit"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { fillsIn } from "@candor/domain/interview/GuestKit"
import { Interviews } from "@candor/domain/interview/Interviews"
import { Members } from "@candor/domain/organization/Members"
import { Organizations } from "@candor/domain/organization/Organizations"
import { Scorecards } from "@candor/domain/scorecard/Scorecards"
import { Effect, Layer, Option, Result } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { html } from "../careers/OwnPages.ts"
import { operation } from "../careers/Receiving.ts"
import { inWords } from "../careers/Unforeseen.ts"
import { wordsFor } from "../careers/Words.ts"
import { download } from "../files/Downloads.ts"
import * as Kit from "./Kit.ts"
import { draftOf, unasked, type Values } from "./KitForm.ts"
import { kitPage, messageOfKit, type Said } from "./KitPage.ts"

const told: ReadonlyArray<Said> = ["draft", "submitted", "revised"]
const actions: ReadonlyArray<Kit.Action> = ["draft", "submit", "revise"]
const saidOf = { draft: "draft", submit: "submitted", revise: "revised" } as const

const make = Effect.gen(function*() {
  const services = yield* Effect.context<
    Attachments | AttachmentStore | Interviews | Members | Organizations | References | Scorecards
  >()
  const provided = Effect.provideContext(services)

  const words = Effect.map(
    HttpServerRequest.HttpServerRequest,
    ({ headers }) => wordsFor(headers["accept-language"])
  )
  /** Returns the words of the reader's browser, or else of the kit's organization. */
  const wordsOf = Effect.fnUntraced(function*({ organization_id }: Kit.Kit) {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const { language } = yield* Effect.orDie(Effect.flatMap(Organizations, ({ get }) => get(organization_id)))
    return wordsFor(headers["accept-language"], language)
  })
  const unknown = Effect.map(
    words,
    (words) =>
      html(messageOfKit(words, ({ unknown }) => unknown, { hasEnded: true }), statusOf.NotFound, { runsScript: true })
  )
  const parameter = (name: string) => Effect.map(HttpRouter.params, (params) => params[name] ?? "")
  const found = Effect.flatMap(parameter("reference"), Kit.find)
  /** The response to a form whose kit has ended. It shows the typed values, if the link was one of ours. */
  const ended = (values: Values) =>
    Effect.flatMap(
      parameter("reference"),
      (reference) => Effect.flatMap(References, ({ parseKit }) => parseKit(reference))
    ).pipe(
      Effect.flatMap((referred) =>
        Option.isNone(referred) ?
          unknown :
          Effect.map(words, (words) =>
            html(
              messageOfKit(words, ({ unknown }) => unknown, { hasEnded: true, typed: values }),
              statusOf.NotFound,
              { isAnswer: true, runsScript: true }
            ))
      )
    )
  /** `typed` returns the values of the form, once it was read. */
  const inWordsOfKit = <E, R>(
    handle: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
    typed = (): Values | undefined => undefined
  ) => inWords(handle, (words) => messageOfKit(words, ({ notPossible }) => notPossible, { typed: typed() }))
  const pathOf = (reference: string) => kitPaths.page.replace(":reference", reference)

  const shown = Effect.fnUntraced(function*(kit: Kit.Kit, said: Said | undefined, status: number, typed?: Values) {
    const { interview, member, scorecard } = kit
    return html(
      kitPage({
        words: yield* wordsOf(kit),
        interview,
        resumes: yield* Kit.resumesOf(kit),
        path: pathOf(yield* parameter("reference")),
        scorecard,
        mayFillIn: fillsIn(member),
        said,
        typed
      }),
      status,
      { isAnswer: status !== ok, runsScript: true }
    )
  })

  const see = Effect.gen(function*() {
    const kit = yield* found
    if (Option.isNone(kit)) return yield* unknown
    const query = new URLSearchParams((yield* HttpServerRequest.HttpServerRequest).url.split("?")[1] ?? "")
    return yield* shown(kit.value, told.find((name) => query.get("said") === name), ok)
  }).pipe(
    Effect.catchTag("ApplicationNotFound", () => unknown),
    provided,
    operation("Kit.see", kitPaths.page, "15 seconds"),
    (handle) => inWordsOfKit(handle)
  )

  const file = Effect.gen(function*() {
    const kit = yield* found
    if (Option.isNone(kit)) return yield* unknown
    const id = yield* parameter("attachmentId")
    const resume = (yield* Kit.resumesOf(kit.value)).find((file) => file.id === id)
    return resume === undefined
      ? yield* unknown
      : yield* download(kit.value.organization_id, resume, yield* HttpServerRequest.HttpServerRequest)
  }).pipe(
    Effect.catchTag("ApplicationNotFound", () => unknown),
    provided,
    operation("Kit.file", kitPaths.file, "15 seconds"),
    (handle) => inWordsOfKit(handle)
  )

  const answer = Effect.fnUntraced(function*(form: URLSearchParams, values: Values) {
    const kit = yield* found
    if (Option.isNone(kit)) return yield* ended(values)
    const action = actions.find((name) => form.get("action") === name)
    const { scorecard } = kit.value
    if (action === undefined || scorecard === null)
      return yield* shown(kit.value, "notSaved", statusOf.InvalidRequest, values)
    if (unasked(values, scorecard).length > 0) return yield* shown(kit.value, "elsewhere", statusOf.Conflict, values)
    const draft = draftOf(values, scorecard)
    if (Result.isFailure(draft)) return yield* shown(kit.value, "refused", statusOf.InvalidRequest, values)
    const path = pathOf(yield* parameter("reference"))
    /** Shows the kit again in its present state, with the typed values. */
    const again = Effect.fnUntraced(function*(said: Said, status: number) {
      const now = yield* found
      return Option.isNone(now) ? yield* ended(values) : yield* shown(now.value, said, status, values)
    })
    return yield* Kit.saveScorecard(kit.value, action, draft.success, form.get("changed_at") ?? "").pipe(
      Effect.as(HttpServerResponse.empty({
        status: seeOther,
        headers: {
          "cache-control": "no-store",
          location: `${path}?said=${saidOf[action]}`,
          "referrer-policy": "no-referrer"
        }
      })),
      Effect.catchTag(
        "ScorecardIncomplete",
        () => again(action === "revise" ? "unchanged" : "missing", statusOf.InvalidRequest)
      ),
      Effect.catchTag("ChangedElsewhere", () => again("elsewhere", statusOf.Conflict)),
      Effect.catchTag("EvaluationRefused", () => again("refused", statusOf.InvalidRequest)),
      Effect.catchTag("RoleTooSmall", () => again("notSaved", statusOf.Forbidden)),
      Effect.catchTag("LimitReached", () => again("full", statusOf.InvalidRequest)),
      Effect.catchTag(
        ["NoScorecardAsked", "NotScoring", "TransitionRefused"],
        () => again("notSaved", statusOf.InvalidRequest)
      ),
      Effect.catchTag(["CandidateAnonymised", "InterviewNotFound"], () => ended(values))
    )
  }, (answered, _form, values) => Effect.catchTag(answered, "ApplicationNotFound", () => ended(values)))

  const act = Effect.suspend(() => {
    let typed: Values | undefined
    return Effect.gen(function*() {
      const form = new URLSearchParams(yield* Effect.orDie((yield* HttpServerRequest.HttpServerRequest).text))
      typed = new Map(form)
      return yield* answer(form, typed)
    }).pipe(provided, operation("Kit.act", kitPaths.page, "15 seconds"), (handle) => inWordsOfKit(handle, () => typed))
  })

  return Layer.mergeAll(
    HttpRouter.add("GET", kitPaths.page, see),
    HttpRouter.add("GET", kitPaths.file, file),
    HttpRouter.add("POST", kitPaths.page, act)
  )
})

export const layer = Layer.unwrap(make)
