import { Schema } from "effect"

/** The day's tokens are used up, a day has too few for the question, or it gave no answer that can be used. */
export class ModelUnavailable extends Schema.TaggedError<ModelUnavailable>()("ModelUnavailable", {
  reason: Schema.Literals(["budget", "small_budget", "no_answer"])
}) {}
