/** The preview of a retention rule: which candidates the present rule, or another one, would anonymise now. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import { Timestamp } from "../Timestamp.ts"
import { monthsLater } from "./CalendarMonths.ts"
import { DueCandidate } from "./DueCandidates.ts"
import { RetentionMonths, type RetentionRule } from "./RetentionRule.ts"

/** A candidate in a preview. */
export const PreviewedCandidate = Schema.Struct({
  ...DueCandidate.fields,
  due_since: Timestamp.pipe(described("When the candidate became due", "2026-09-17T13:05:00.000Z"))
}).pipe(named("DueCandidate", "A candidate whom the rule anonymises, and since when the candidate is due"))
export interface PreviewedCandidate extends Schema.Schema.Type<typeof PreviewedCandidate> {}

/** The months of a preview, and the time from which the rule applies; null if there is no rule. */
export const PreviewedRule = Schema.Struct({
  anonymise_after_months: Schema.NullOr(RetentionMonths).pipe(
    described("The months that the preview is for; null if neither the request nor a rule has any", 12)
  ),
  applies_from: Schema.NullOr(Timestamp).pipe(
    described(
      "When the current rule begins to apply; null if there is no current rule with these months",
      "2026-10-09T10:30:00.480Z"
    )
  )
})
export interface PreviewedRule extends Schema.Schema.Type<typeof PreviewedRule> {}

/** Returns the rule to preview: with the requested months, or the organization's own. */
export const previewed = (rule: RetentionRule | null, requested?: number): PreviewedRule => {
  const anonymise_after_months = requested ?? rule?.anonymise_after_months ?? null
  const isSet = rule !== null && rule.anonymise_after_months === anonymise_after_months
  return { anonymise_after_months, applies_from: isSet ? rule.applies_from : null }
}

/** Converts a due candidate for a preview. */
export const shown = (candidate: DueCandidate, months: number): PreviewedCandidate => ({
  ...candidate,
  due_since: monthsLater(candidate.last_closed_at, months)
})
