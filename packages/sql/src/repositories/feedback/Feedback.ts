/** Stored interview feedback. */
import * as ApplicationSize from "@candor/domain/application/ApplicationSize"
import { Feedback } from "@candor/domain/feedback/Feedback"
import {
  FeedbackNotFound,
  type FeedbackState,
  type InterviewFeedback,
  noun
} from "@candor/domain/feedback/InterviewFeedback"
import type { FeedbackId } from "@candor/domain/Id"
import type { OfApplication } from "@candor/domain/part/Owner"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { feedbackShown } from "../application/ApplicationQueries.ts"
import { storedParts } from "../part/StoredParts.ts"
import { requestGiven } from "./FeedbackRequests.ts"

const make = Effect.map(
  SqlClient.SqlClient,
  (sql) =>
    Feedback.of(storedParts<FeedbackId, InterviewFeedback, FeedbackState, FeedbackNotFound, OfApplication>(sql, {
      noun,
      shown: feedbackShown,
      size: ApplicationSize.ofFeedback,
      notFound: (id) => new FeedbackNotFound({ id }),
      following: ({ application_id }, context) => requestGiven(sql, application_id, context)
    }))
)

export const layer = Layer.effect(Feedback, make)
