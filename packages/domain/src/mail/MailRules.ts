/** The port to rules of automatic emails. */
import { Context, type Effect } from "effect"
import type { ApplicationId, OrganizationId } from "../Id.ts"
import type { StoreOf } from "../Resource.ts"
import type { MailRuleScope, mailRules, RuledApplication } from "./MailRule.ts"

/** An application to which something happened that rules follow. */
export interface Occurrence extends RuledApplication {
  readonly id: ApplicationId
  readonly full_name: string
  readonly job_title: string
}

/** The days that a forecast looks back, and the most occurrences that it reads, the newest ones. */
export const [forecastDays, maxOccurrences] = [30, 5000]

/** The most emails of rules that wait in an organization: of what would lead to more, none is queued. */
export const maxWaitingLetters = 10_000

export class MailRules extends Context.Service<
  MailRules,
  StoreOf<typeof mailRules> & {
    /** What happened in the last `forecastDays` days, newest first. */
    readonly occurrences: (
      organization: OrganizationId,
      scope: MailRuleScope
    ) => Effect.Effect<ReadonlyArray<Occurrence>>
    /** How many emails of rules wait, counted as far as `maxWaitingLetters`. */
    readonly waiting: (organization: OrganizationId) => Effect.Effect<number>
  }
>()("@candor/domain/MailRules") {}
