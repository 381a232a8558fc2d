/** The port to the mail accounts of organizations. */
import { Context, type Effect } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { AnyContext, Decision } from "../Decision.ts"
import type { OrganizationId } from "../Id.ts"
import type { MailAccountState } from "./MailAccount.ts"

export class MailAccounts extends Context.Service<MailAccounts, {
  /** Returns the account; the default if the organization has not set one up. */
  readonly get: (organization: OrganizationId) => Effect.Effect<MailAccountState>
  /**
   * Stores the account that `decide` returns; decides again after a concurrent change. If it can send, waiting mails
   * become due.
   */
  readonly modify: <Failure>(
    by: Actor | Worker,
    decide: (account: MailAccountState, context: AnyContext) => Decision<MailAccountState, Failure>
  ) => Effect.Effect<MailAccountState, Failure>
}>()("@candor/domain/MailAccounts") {}
