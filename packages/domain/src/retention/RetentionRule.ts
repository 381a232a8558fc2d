/**
 * The retention rule of an organization: candidates are anonymised some months after their last rejection (decision
 * 0036).
 */
import { Schema } from "effect"
import type { ApplicationStatus } from "../application/ApplicationStatus.ts"
import { described, named } from "../Described.ts"
import { later, Timestamp, TimestampFromText } from "../Timestamp.ts"
import { monthsBefore } from "./CalendarMonths.ts"

export const maxMonths = 120

/** The hours before a new or shortened rule anonymises anybody, so that a mistake can be taken back. */
export const graceHours = 24

/** How many calendar months after their last rejection candidates are anonymised. */
export const RetentionMonths = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: maxMonths }, { expected: `an integer from 1 to ${maxMonths}` })
)

export const RetentionRule = Schema.Struct({
  anonymise_after_months: RetentionMonths.pipe(
    described(
      "The number of calendar months after which candidates are anonymised, counted from their last rejection, " +
        "and unassigned mails are deleted, counted from their arrival",
      12
    )
  ),
  applies_from: Timestamp.pipe(
    described("The rule anonymises nobody before this time", "2026-10-09T10:30:00.480Z")
  )
}).pipe(named("RetentionRule", "The rule by which the organization's candidates are anonymised"))
export interface RetentionRule extends Schema.Schema.Type<typeof RetentionRule> {}

/** A request for a rule. */
export const RetentionDraft = Schema.Struct({
  anonymise_after_months: RetentionRule.fields.anonymise_after_months,
  applies_from: Schema.optionalKey(TimestampFromText).pipe(
    described(
      "Ignored: the server sets it. Accepted, so that the rule of a response can be sent back",
      "2026-10-09T10:30:00.480Z"
    )
  )
}).pipe(named("RetentionDraft", "A retention rule to set"))
export interface RetentionDraft extends Schema.Schema.Type<typeof RetentionDraft> {}

/**
 * Returns the rule after a request; null means none. A new rule, or one with fewer months, applies after the grace
 * period. The same months change nothing, and a rule with more months applies from when the previous one did.
 */
export const ruleAfter = (
  before: RetentionRule | null,
  requested: RetentionDraft | null,
  now: Timestamp
): RetentionRule | null => {
  if (requested === null) return null
  if (before?.anonymise_after_months === requested.anonymise_after_months) return before
  const isLonger = before !== null && requested.anonymise_after_months > before.anonymise_after_months
  return {
    anonymise_after_months: requested.anonymise_after_months,
    applies_from: isLonger ? before.applies_from : later(now, graceHours * 3_600_000)
  }
}

/** Tells whether the rule anonymises candidates at this time. */
export const applies = (rule: RetentionRule | null, now: Timestamp): rule is RetentionRule =>
  rule !== null && rule.applies_from <= now

/** Returns the latest time at which a rejection is old enough. */
export const closedUntil = (months: number, now: Timestamp): Timestamp => monthsBefore(now, months)

/** The fields of an application that the rule depends on. */
export interface Closing {
  readonly status: ApplicationStatus
  /** Null while the application is active. */
  readonly closed_at: Timestamp | null
  /** When the person last applied again. */
  readonly applied_again_at: Timestamp | null
}

/**
 * Tells whether a candidate with these applications is due: each was rejected or withdrawn no later than `until`, none
 * was sent again later, and at least one was rejected. A candidate without applications is not due.
 */
export const isDue = (applications: ReadonlyArray<Closing>, until: Timestamp): boolean =>
  applications.some(({ status }) => status === "rejected") &&
  applications.every(({ applied_again_at, closed_at, status }) =>
    (status === "rejected" || status === "withdrawn") && closed_at !== null && closed_at <= until &&
    (applied_again_at === null || applied_again_at <= until)
  )
