/** Signals: oddities of an application or quarantined submission, compared with others. */
import { described } from "@candor/domain/Described"
import { ApplicationId, SubmissionId } from "@candor/domain/Id"
import { Signal } from "@candor/domain/signal/Signal"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { documented, noQuery, resourceErrors } from "./Endpoint.ts"
import { pathId } from "./PathId.ts"

const success = Schema.Struct({
  signals: Schema.Array(Signal).pipe(described("The signals by kind, at most one of each"))
})

const meaning =
  "Each signal says what was found and which other applications it concerns, so that a person can check it; an " +
  "honest application may have some. Signals are not scores, and never reject or sort applications; " +
  "`signals_off` of the organization turns kinds off. They are computed within seconds, and again when the text " +
  "of a file is extracted."

export class Signals extends HttpApiGroup.make("Signals")
  .add(
    HttpApiEndpoint.get("ofApplication", "/applications/:id/signals", {
      params: { id: pathId(ApplicationId) },
      query: noQuery,
      success,
      error: resourceErrors
    }).annotateMerge(documented("List the signals of an application", meaning)),
    HttpApiEndpoint.get("ofSubmission", "/quarantine/:submissionId/signals", {
      params: { submissionId: pathId(SubmissionId) },
      query: noQuery,
      success,
      error: resourceErrors
    }).annotateMerge(documented("List the signals of a submission", `For a submission in the quarantine. ${meaning}`))
  )
  .annotate(OpenApi.Description, "Signs that an application is suspicious, with reasons that a person can check.")
{}
