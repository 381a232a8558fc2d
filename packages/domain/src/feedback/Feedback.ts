/** The port to stored interview feedback. */
import { Context } from "effect"
import type { ApplicationParts } from "../application/ApplicationParts.ts"
import type { FeedbackId } from "../Id.ts"
import type { FeedbackNotFound, FeedbackState, InterviewFeedback } from "./InterviewFeedback.ts"

export class Feedback extends Context.Service<
  Feedback,
  ApplicationParts<FeedbackId, InterviewFeedback, FeedbackState, FeedbackNotFound>
>()("@candor/domain/Feedback") {}
