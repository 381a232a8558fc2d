/** The port to the mail accounts of organizations. */
import { Context, type Effect } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { AnyContext, Decision } from "../Decision.ts"
import type { OrganizationId } from "../Id.ts"
import type { MailAccountState } from "./MailAccount.ts"

export class MailAccounts extends Context.Service<MailAccounts, {
  /** Returns the account, and the initial one where the organization has set up none. */
  readonly get: (organization: OrganizationId) => Effect.Effect<MailAccountState>
  /**
   * Stores the account that `decide` returns; decides again after a concurrent change. Mails that wait are due where it
   * sends.
   */
  readonly modify: <Failure>(
    by: Actor | Worker,
    decide: (account: MailAccountState, context: AnyContext) => Decision<MailAccountState, Failure>
  ) => Effect.Effect<MailAccountState, Failure>
}>()("@candor/domain/MailAccounts") {}
