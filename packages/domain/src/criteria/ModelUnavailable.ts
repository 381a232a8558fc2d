import { Schema } from "effect"

/** The day's tokens are used up, or it gave no answer that can be used. */
export class ModelUnavailable extends Schema.TaggedError<ModelUnavailable>()("ModelUnavailable", {
  reason: Schema.Literals(["budget", "no_answer"])
}) {}
