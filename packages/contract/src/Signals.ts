/** Signals: oddities of an application or quarantined submission, compared with others. */
import { described } from "@candor/domain/Described"
import { ApplicationId, SubmissionId } from "@candor/domain/Id"
import { Signal } from "@candor/domain/signal/Signal"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { documented, noQuery, resourceErrors } from "./Endpoint.ts"
import { pathId } from "./PathId.ts"

const success = Schema.Struct({
  signals: Schema.Array(Signal).pipe(described("The signals, by their kinds; one of each at most"))
})

const meaning =
  "Each says what was seen and whom it concerns, so that a person can check it; an honest application may have some. None is a " +
  "score, nothing is rejected or ordered by one, and `signals_off` of the organization turns kinds off. They are found within seconds, and again " +
  "when the text of a file is read."

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
    }).annotateMerge(documented("List the signals of a submission", `Of one in the quarantine. ${meaning}`))
  )
  .annotate(OpenApi.Description, "What of applications is odd beside others, with reasons that a person can check.")
{}
