/**
 * Reasons of refused values. Beside its English message, an issue has the name of its reason, and values such as a
 * bound. A check of a schema states its reason with `because`; reasons of the library's checks follow from their kind.
 */
import { Schema } from "effect"

export const issueReasons = [
  "required",
  "unknown",
  "wrong_type",
  "not_accepted",
  "wrong_form",
  "unreadable",
  "wrong_combination",
  "blank",
  "line_break",
  "too_long",
  "too_short",
  "too_many",
  "too_few",
  "out_of_range",
  "above_other",
  "repeated",
  "taken",
  "already_used",
  "same_record",
  "unknown_reference",
  "below_itself",
  "too_deep",
  "without_place",
  "ends_before_start",
  "in_past",
  "too_late",
  "other_order",
  "not_integer",
  "not_id",
  "not_date_time",
  "not_time_of_day",
  "not_time_zone",
  "not_email",
  "not_phone",
  "not_web_address",
  "not_https_address",
  "not_public_address",
  "not_linked_in_profile",
  "not_language",
  "not_currency",
  "not_region",
  "not_color",
  "not_slug",
  "not_calendar",
  "not_search",
  "not_everyone",
  "not_active",
  "not_in_team",
  "not_free",
  "beyond_role",
  "wrong_content",
  "not_stored",
  "password_needed",
  "unknown_variable",
  "unsupported_tag",
  "variable_in_code",
  "too_complex",
  "unreadable_template"
] as const
export type IssueReason = typeof issueReasons[number]

/** The fields of a failure with the reason. The values are a bound, the accepted values, or a name. */
export const reasonFields = {
  reason: Schema.Literals(issueReasons),
  values: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
}
type Reasoned = Schema.Struct.Type<typeof reasonFields>
export type { Reasoned }
export type IssueValues = NonNullable<Reasoned["values"]>

/** Annotates a check with its reason. */
export const because = (reason: IssueReason, values: IssueValues = {}): { readonly issue: Required<Reasoned> } => ({
  issue: { reason, values }
})

/** Annotates a check that refuses nothing: it only describes the form in the OpenAPI document. */
export const refusesNothing = { refusesNothing: true } as const
