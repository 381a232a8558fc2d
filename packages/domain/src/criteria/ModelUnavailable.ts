import { Schema } from "effect"

/** The day's tokens are used up, a full day has too few for the question, or the model gave no usable answer. */
export class ModelUnavailable extends Schema.TaggedError<ModelUnavailable>()("ModelUnavailable", {
  reason: Schema.Literals(["budget", "small_budget", "no_answer"])
}) {}
