import { Schema } from "effect"

/** The operator has set no model, the day's tokens are used up, or it gave no answer that can be used. */
export class ModelUnavailable extends Schema.TaggedError<ModelUnavailable>()("ModelUnavailable", {
  reason: Schema.Literals(["not_set", "budget", "no_answer"])
}) {}
