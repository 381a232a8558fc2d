/** Scorecards of interviewers. */
import { maxTextBytes } from "@candor/domain/application/ApplicationSize"
import { described } from "@candor/domain/Described"
import { ApplicationId, InterviewId } from "@candor/domain/Id"
import { maxEvaluationBytes } from "@candor/domain/scorecard/Evaluation"
import {
  DueScorecard,
  OwnScorecard,
  Scorecard,
  ScorecardDraft,
  ScorecardPatch
} from "@candor/domain/scorecard/Scorecard"
import { ScorecardSummary } from "@candor/domain/scorecard/ScorecardSummary"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { bodyErrors, documented, ForLimitedMembers, noQuery, resourceErrors, ResponseExample } from "./Endpoint.ts"
import { pathId } from "./PathId.ts"

const ofInterview = { interviewId: pathId(InterviewId) }
const ofApplication = { id: pathId(ApplicationId) }

const Own = Schema.Struct({ scorecard: OwnScorecard })
const One = Schema.Struct({ scorecard: Scorecard })
const Many = Schema.Struct({
  scorecards: Schema.Array(Scorecard).pipe(described("Those that were submitted, the first one first")),
  due: Schema.Array(DueScorecard).pipe(described("Those that have yet to be submitted"))
})

const hidden =
  "Who has yet to submit a scorecard on the application sees no others' before, administrators too. Drafts are their authors' alone."

export class Scorecards extends HttpApiGroup.make("Scorecards")
  .add(
    HttpApiEndpoint.get("own", "/interviews/:interviewId/scorecard", {
      params: ofInterview,
      query: noQuery,
      success: Own,
      error: resourceErrors
    })
      .annotateMerge(
        documented(
          "Get one's own scorecard of an interview",
          "The scorecard of the member that the key acts as, also before it is begun: then it is `requested`, and asks what the interview's template does. " +
            "404 for who holds no such interview, or if it has no template."
        )
      ),
    HttpApiEndpoint.put("draft", "/interviews/:interviewId/scorecard", {
      params: ofInterview,
      query: noQuery,
      payload: ScorecardDraft,
      success: Own,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "allowed")
      .annotate(ResponseExample, { scorecard: { status: "draft", submitted_at: null } })
      .annotateMerge(
        documented(
          "Save a draft of one's own scorecard",
          "In the place of the one before. Nobody else sees it, and no event tells it. `If-Match` with the entity tag of the last answer refuses to write over what " +
            `another page saved: 412. A scorecard says at most ${maxEvaluationBytes} bytes. One that was submitted is 400: \`PATCH\` revises it.`
        )
      ),
    HttpApiEndpoint.post("submit", "/interviews/:interviewId/scorecard/submit", {
      params: ofInterview,
      query: noQuery,
      success: One,
      error: resourceErrors
    }).middleware(WriteScope).annotate(ForLimitedMembers, "allowed").annotateMerge(
      documented(
        "Submit one's own scorecard",
        "Needs `overall` and `summary`. Others see it then, and it comes into the interview feedback on the application, with `overall` as its rating; " +
          "`no_decision` is no rating, and no feedback. A request for feedback is fulfilled by it. One that was submitted already is returned unchanged. " +
          `An application has at most ${maxTextBytes.limit} bytes of scorecards, feedback, notes and answers: beyond that 400 with \`details.limit\`.`
      )
    ),
    HttpApiEndpoint.patch("revise", "/interviews/:interviewId/scorecard", {
      params: ofInterview,
      query: noQuery,
      payload: ScorecardPatch,
      success: One,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "allowed")
      .annotate(ResponseExample, { scorecard: { status: "revised", overall: "strong_yes" } })
      .annotateMerge(
        documented(
          "Revise one's own scorecard",
          "Changes one that was submitted, with its feedback. What it said before stays in the event of its submission. A draft is 400: `PUT` saves it."
        )
      ),
    HttpApiEndpoint.get("ofInterview", "/interviews/:interviewId/scorecards", {
      params: ofInterview,
      query: noQuery,
      success: Many,
      error: resourceErrors
    })
      .annotateMerge(documented("List the scorecards of an interview", hidden)),
    HttpApiEndpoint.get("ofApplication", "/applications/:id/scorecards", {
      params: ofApplication,
      query: noQuery,
      success: Many,
      error: resourceErrors
    })
      .annotateMerge(documented("List the scorecards of an application", hidden)),
    HttpApiEndpoint.get("summary", "/applications/:id/scorecard-summary", {
      params: ofApplication,
      query: noQuery,
      success: Schema.Struct({ scorecard_summary: ScorecardSummary }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "Summarize the scorecards of an application",
        `By attribute, with disagreement and gaps. ${hidden} \`is_hidden\` tells it.`
      )
    )
  )
  .annotate(OpenApi.Description, "What interviewers say of candidates after interviews.")
{}
