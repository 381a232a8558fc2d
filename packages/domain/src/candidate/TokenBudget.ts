/** The port to the daily token budget of each organization. */
import { Context, type Effect } from "effect"
import type { OrganizationId } from "../Id.ts"

export class TokenBudget extends Context.Service<TokenBudget, {
  /** Reserves tokens if the limit allows it, and tells whether it did. `day` is a date in UTC. */
  readonly reserve: (
    organization: OrganizationId,
    request: { readonly day: string; readonly tokens: number; readonly limit: number }
  ) => Effect.Effect<boolean>
  /** Returns the tokens that were used on a day. */
  readonly used: (organization: OrganizationId, day: string) => Effect.Effect<number>
  /** Corrects a reservation by the difference between the used and the reserved tokens. */
  readonly correct: (
    organization: OrganizationId,
    correction: { readonly day: string; readonly difference: number }
  ) => Effect.Effect<void>
}>()("@candor/domain/TokenBudget") {}
