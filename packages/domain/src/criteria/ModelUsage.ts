/** An organization's use of the model, in tokens. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import { Timestamp } from "../Timestamp.ts"

export const ModelUsage = Schema.Struct({
  is_on: Schema.Boolean.pipe(
    described(
      "Whether the operator has set a model for the server that answers. Workers apart ask the model of their own settings",
      true
    )
  ),
  provider: Schema.NullOr(Schema.String).pipe(
    described("The host that texts are sent to; null without a model", "models.harbor-analytics.example")
  ),
  model: Schema.NullOr(Schema.String).pipe(described("The model; null without one", "mistral-small")),
  daily_tokens: Schema.Int.pipe(described("The tokens of the organization a day; 0 without a model", 2_000_000)),
  used_tokens: Schema.Int.pipe(described("Those that are used or set aside today", 48_210)),
  resets_at: Timestamp.pipe(described("When the next day begins, in UTC", "2026-10-09T00:00:00.000Z"))
}).pipe(named("ModelUsage", "What the organization's questions to the model cost"))
export interface ModelUsage extends Schema.Schema.Type<typeof ModelUsage> {}
