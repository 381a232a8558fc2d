/** The port to rules of automatic emails. */
import { Context, type Effect } from "effect"
import type { ApplicationId, OrganizationId } from "../Id.ts"
import type { StoreOf } from "../Resource.ts"
import type { MailRuleScope, mailRules, RuledApplication } from "./MailRule.ts"

/** A past event of an application that rules could have been triggered by. */
export interface Occurrence extends RuledApplication {
  readonly id: ApplicationId
  readonly full_name: string
  readonly job_title: string
}

/** The days that a forecast looks back, and the most occurrences that it reads, newest first. */
export const [forecastDays, maxOccurrences] = [30, 5000]

/** The most waiting rule emails of an organization. No further ones are queued. */
export const maxWaitingLetters = 10_000

export class MailRules extends Context.Service<
  MailRules,
  StoreOf<typeof mailRules> & {
    /** Returns the occurrences of the last `forecastDays` days, newest first. */
    readonly occurrences: (
      organization: OrganizationId,
      scope: MailRuleScope
    ) => Effect.Effect<ReadonlyArray<Occurrence>>
    /** Counts the waiting rule emails, up to `maxWaitingLetters`. */
    readonly waiting: (organization: OrganizationId) => Effect.Effect<number>
  }
>()("@candor/domain/MailRules") {}
