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
  scorecards: Schema.Array(Scorecard).pipe(described("The submitted scorecards, first submitted first")),
  due: Schema.Array(DueScorecard).pipe(described("The scorecards that have yet to be submitted"))
})

const hidden =
  "A caller who has yet to submit a scorecard on the application, even an administrator, does not see others' " +
  "until then. Only authors see their drafts."

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
          "Returns the scorecard of the key's member. Before it is begun, it is `requested` and has the " +
            "questions of the interview's template. 404 if the member is not an interviewer, or the interview has " +
            "no template."
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
          "Replaces the previous draft. Nobody else sees a draft, and it makes no event. `If-Match` with the " +
            "entity tag of the last response prevents overwriting a newer draft: 412. A scorecard has at most " +
            `${maxEvaluationBytes} bytes. A submitted scorecard is 400: revise it with \`PATCH\`.`
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
        "Needs `overall` and `summary`. Others can see it from then on, and it is added to the application's " +
          "interview feedback with `overall` as the rating; `no_decision` adds no feedback. It fulfils an open " +
          "request for feedback. An already submitted scorecard is returned unchanged. An application has at most " +
          `${maxTextBytes.limit} bytes of scorecards, feedback, notes and answers: beyond that 400 with ` +
          "`details.limit`."
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
          "Changes a submitted scorecard and its feedback. The event of its submission keeps the earlier " +
            "content. A draft is 400: save it with `PUT`."
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
        `Returns the ratings by attribute, with disagreement and gaps. ${hidden} \`is_hidden\` says so.`
      )
    )
  )
  .annotate(OpenApi.Description, "Interviewers' assessments of candidates after interviews.")
{}
