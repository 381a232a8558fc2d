/** Interview feedback on an application. */
import { maxFeedback, maxTextBytes } from "@candor/domain/application/ApplicationSize"
import { described } from "@candor/domain/Described"
import { ApplicationId, FeedbackId } from "@candor/domain/Id"
import { FeedbackDraft, FeedbackPatch, InterviewFeedback } from "@candor/domain/feedback/InterviewFeedback"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import {
  bodyErrors,
  Deleted,
  documented,
  ForLimitedMembers,
  noQuery,
  resourceErrors,
  ResponseExample
} from "./Endpoint.ts"
import { pathId } from "./PathId.ts"

export const OneFeedback = Schema.Struct({ interview_feedback: InterviewFeedback })
export interface OneFeedback extends Schema.Schema.Type<typeof OneFeedback> {}
export const ManyFeedback = Schema.Struct({
  interview_feedback: Schema.Array(InterviewFeedback).pipe(
    described("The interview feedback on the application, newest first")
  )
})
export interface ManyFeedback extends Schema.Schema.Type<typeof ManyFeedback> {}

const applicationParams = { id: pathId(ApplicationId) }
const feedbackParams = { ...applicationParams, feedbackId: pathId(FeedbackId) }

export class Feedback extends HttpApiGroup.make("Feedback")
  .add(
    HttpApiEndpoint.get("list", "/applications/:id/feedback", {
      params: applicationParams,
      query: noQuery,
      success: ManyFeedback,
      error: resourceErrors
    }).annotateMerge(
      documented("List the interview feedback on an application", "Returns all feedback, newest first.")
    ),
    HttpApiEndpoint.post("create", "/applications/:id/feedback", {
      params: applicationParams,
      query: noQuery,
      payload: FeedbackDraft,
      success: OneFeedback.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "allowed").annotateMerge(
      documented(
        "Give interview feedback on an application",
        `An application has at most ${maxFeedback.limit} entries of feedback. Its notes, feedback and answers together have at most ` +
          `${maxTextBytes.limit} bytes as JSON. Beyond either: 400 with \`details.limit\`.`
      )
    ),
    HttpApiEndpoint.get("get", "/applications/:id/feedback/:feedbackId", {
      params: feedbackParams,
      query: noQuery,
      success: OneFeedback,
      error: resourceErrors
    }).annotateMerge(documented("Get interview feedback", "Returns one interviewer's feedback on the application.")),
    HttpApiEndpoint.patch("update", "/applications/:id/feedback/:feedbackId", {
      params: feedbackParams,
      query: noQuery,
      payload: FeedbackPatch,
      success: OneFeedback,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "allowed")
      .annotate(ResponseExample, { interview_feedback: { rating: "strong_yes" } })
      .annotateMerge(
        documented(
          "Revise one's own interview feedback",
          "Only the author can revise feedback: 403 for others. A revision does not change `submitted_at`."
        )
      ),
    HttpApiEndpoint.delete("delete", "/applications/:id/feedback/:feedbackId", {
      params: feedbackParams,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    }).middleware(WriteScope).annotate(ForLimitedMembers, "allowed").annotateMerge(
      documented(
        "Delete one's own interview feedback",
        "Only the author, or a key with the scope `admin`, can delete feedback: 403 for others."
      )
    )
  )
  .annotate(OpenApi.Description, "Interview feedback on an application.")
{}
