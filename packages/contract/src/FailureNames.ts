/**
 * Names of failures, for errors that are not about the form of the input: beside the English message, `details.failure`
 * has the name, and the other details have its values. A page words them in its reader's language.
 */
import { described, named } from "@candor/domain/Described"
import { Schema } from "effect"

export const failureNames = [
  "transition_refused",
  "state_refused",
  "job_closed",
  "application_closed",
  "application_moved",
  "team_role_changed",
  "unknown_rejection_reason",
  "rejection_reason_taken",
  "candidate_anonymised",
  "candidate_merged",
  "candidate_not_merged",
  "merge_permanent",
  "later_merge",
  "export_too_large",
  "too_many_related",
  "erasure_not_requested",
  "no_linked_in_url",
  "already_applied",
  "already_asked",
  "already_converted",
  "cursor_lost",
  "webhook_disabled",
  "rotation_under_way",
  "too_many_replays",
  "stage_in_use",
  "last_stage",
  "member_exists",
  "passkey_exists",
  "last_admin",
  "member_deactivated",
  "api_key_ended",
  "mail_not_set_up",
  "no_mail_address",
  "already_assigned",
  "nothing_forwarded",
  "limit_reached",
  "model_unavailable",
  "feedback_of_scorecard",
  "slot_taken",
  "candidate_taken",
  "undo_ended",
  "name_taken",
  "external_id_taken",
  "resource_in_use",
  "not_note_author",
  "not_feedback_author",
  "publish_limit_reached",
  "app_refused",
  "not_interviewer",
  "idempotency_key_in_flight",
  "scope_too_small",
  "app_only_reads",
  "not_for_limited",
  "not_deciding"
] as const

export const FailureName = Schema.Literals(failureNames).pipe(
  named("FailureName", "What has happened, for programs; the other details have its values", "application_closed"),
  described("What has happened, for programs; the other details have its values", "application_closed")
)
export type FailureName = typeof FailureName.Type
