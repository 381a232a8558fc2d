/** The port to the tokens that an organization's extractions have used on a day. */
import { Context, type Effect } from "effect"
import type { OrganizationId } from "../Id.ts"

export class TokenBudget extends Context.Service<TokenBudget, {
  /** Sets tokens aside, and says whether the limit allowed it. `day` is a date in UTC. */
  readonly reserve: (
    organization: OrganizationId,
    request: { readonly day: string; readonly tokens: number; readonly limit: number }
  ) => Effect.Effect<boolean>
  /** Corrects a reservation by the difference to what was used. */
  readonly settle: (
    organization: OrganizationId,
    correction: { readonly day: string; readonly difference: number }
  ) => Effect.Effect<void>
}>()("@candor/domain/TokenBudget") {}
