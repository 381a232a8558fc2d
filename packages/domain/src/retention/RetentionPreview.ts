/** The preview of a retention rule: who would be anonymised now, by the rule that is set or by another one. */
import { Schema } from "effect"
import { Timestamp } from "../Timestamp.ts"
import { monthsLater } from "./CalendarMonths.ts"
import { DueCandidate } from "./DueCandidates.ts"
import { RetentionMonths, type RetentionRule } from "./RetentionRule.ts"

/** A candidate of a preview. */
export const PreviewedCandidate = Schema.Struct({
  ...DueCandidate.fields,
  /** When the months had passed. */
  due_since: Timestamp
}).annotate({ identifier: "DueCandidate" })
export interface PreviewedCandidate extends Schema.Schema.Type<typeof PreviewedCandidate> {}

/** The months that a preview is for, and the time from which a rule with them applies; null where none is set. */
export const PreviewedRule = Schema.Struct({
  anonymise_after_months: Schema.NullOr(RetentionMonths),
  applies_from: Schema.NullOr(Timestamp)
})
export interface PreviewedRule extends Schema.Schema.Type<typeof PreviewedRule> {}

/** Returns what a preview is for: the requested months, or else those of the organization's rule. */
export const previewed = (rule: RetentionRule | null, requested?: number): PreviewedRule => {
  const anonymise_after_months = requested ?? rule?.anonymise_after_months ?? null
  const isSet = rule !== null && rule.anonymise_after_months === anonymise_after_months
  return { anonymise_after_months, applies_from: isSet ? rule.applies_from : null }
}

/** Returns a due candidate as a preview shows it. */
export const shown = (candidate: DueCandidate, months: number): PreviewedCandidate => ({
  ...candidate,
  due_since: monthsLater(candidate.last_closed_at, months)
})
