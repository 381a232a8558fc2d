/** The port to stored interview feedback. */
import { Context } from "effect"
import type { FeedbackId } from "../Id.ts"
import type { OfApplication } from "../part/Owner.ts"
import type { Parts } from "../part/Parts.ts"
import type { FeedbackNotFound, FeedbackState, InterviewFeedback } from "./InterviewFeedback.ts"

export class Feedback extends Context.Service<
  Feedback,
  Parts<FeedbackId, InterviewFeedback, FeedbackState, FeedbackNotFound, OfApplication>
>()("@candor/domain/Feedback") {}
