/** An organization's use of the model, in tokens. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import { Timestamp } from "../Timestamp.ts"

export const ModelUsage = Schema.Struct({
  is_on: Schema.Boolean.pipe(
    described(
      "Whether the operator has configured a model for this server. Separate workers use the model of their own settings",
      true
    )
  ),
  provider: Schema.NullOr(Schema.String).pipe(
    described("The host to which texts are sent; null without a model", "models.harbor-analytics.example")
  ),
  model: Schema.NullOr(Schema.String).pipe(described("The model; null without one", "mistral-small")),
  daily_tokens: Schema.Int.pipe(described("The organization's number of tokens per day; 0 without a model", 2_000_000)),
  used_tokens: Schema.Int.pipe(described("The number of tokens used or reserved today", 48_210)),
  resets_at: Timestamp.pipe(described("When the next day begins, in UTC", "2026-10-09T00:00:00.000Z"))
}).pipe(named("ModelUsage", "The organization's use of the model"))
export interface ModelUsage extends Schema.Schema.Type<typeof ModelUsage> {}
