/**
 * What has happened, in the words that a person reads: errors name it in their details, beside the message for
 * programs. A name without a text does not compile.
 */
import type { FailureName } from "@candor/client"
import { fileSize } from "../file/fileSize.ts"
import { type Marked, msg, t } from "../language/text.tsx"

export type Details = Readonly<Record<string, unknown>>

/** Why a change of a mail, or of an application that waits, came too late; else that it did. */
const statusText = ({ event, machine }: Details): string =>
  machine === "message" && event === "cancel"
    ? t("The email has already been sent or is being sent.")
    : machine === "message" && event === "retry"
    ? t("The email is no longer marked as failed.")
    : machine === "submission"
    ? t("This application was already released.")
    : t("This isn't possible from its present status.")

/** The texts for exceeded limits, by the server's names, for pages that add several things at once. */
const limited: Readonly<Record<string, Marked>> = {
  email_addresses_of_a_candidate: msg("email addresses"),
  files_of_a_candidate: msg("files"),
  files_of_an_application: msg("files"),
  mails_of_an_organization_that_wait_to_be_sent: msg("emails that wait"),
  members_that_a_note_mentions: msg("mentions"),
  notes_on_a_candidate: msg("notes"),
  phone_numbers_of_a_candidate: msg("phone numbers"),
  tags_of_a_candidate: msg("tags")
}

/** Returns the message of an exceeded limit. */
const limitText = ({ added, limit, present, what }: Details): string => {
  if (String(what).startsWith("bytes_"))
    return t("There is no room for that: the limit is {size}.", { size: fileSize(Number(limit)) })
  const name = limited[String(what)]
  const values = {
    limit: Number(limit),
    present: Number(present),
    added: Number(added),
    what: name === undefined ? "" : t(name)
  }
  return name === undefined
    ? t("There can be at most {limit}. There are {present} now, and this would add {added}.", values)
    : t("There can be at most {limit} {what}. There are {present} now, and this would add {added}.", values)
}

type Text = Marked | ((details: Details) => string)

const texts: { readonly [Name in FailureName]: Text } = {
  transition_refused: (details) => statusText(details),
  state_refused: msg("This isn't possible from its present status."),
  job_closed: msg("The job is closed. Publish it or make it a draft before candidates apply."),
  application_closed: msg(
    "{status, select, rejected {The application is rejected.} withdrawn {The application is withdrawn.} other {The candidate is hired.}} Reopen it first."
  ),
  application_moved: msg("The application has since moved to another stage."),
  team_role_changed: msg("Someone has since changed the member's role on this job."),
  unknown_rejection_reason: msg("This reason is no longer in the list. Choose another one."),
  rejection_reason_taken: msg("A rejection reason with this name already exists."),
  candidate_anonymised: msg("The candidate was anonymized and can only be deleted."),
  candidate_merged: msg("The candidate was merged into another one. Use that one, or undo the merge."),
  candidate_not_merged: msg("The candidate is not merged into another one."),
  merge_permanent: msg("The merge can no longer be undone."),
  later_merge: msg("A later merge into the same candidate has to be undone first."),
  export_too_large: msg("There is too much for one export."),
  too_many_related: msg(
    "More than {limit} records have the same addresses, so one of them may not be the person's own. Change it, or erase the records one by one."
  ),
  erasure_not_requested: msg("The candidate has no deletion request."),
  no_linked_in_url: msg("The candidate has no LinkedIn URL. Set one to generate a profile."),
  already_applied: msg("The candidate already has an application on this job."),
  already_asked: msg("The member already has an open feedback request for this application."),
  already_converted: msg("The prospect already has an application on another job."),
  cursor_lost: msg("The list has changed too much since. Reload the page."),
  webhook_disabled: msg("The webhook is disabled. Enable it first."),
  rotation_under_way: msg("The secret was rotated, and the previous one still works. Rotate again after that."),
  too_many_replays: msg("The webhook has {pending} replayed messages that wait, and at most {max}. Try again later."),
  stage_in_use: msg(
    "The stage has {application_count, plural, one {# application} other {# applications}}. Move them to another stage first."
  ),
  last_stage: msg("A job needs at least one stage."),
  member_exists: msg("A member with this email address already exists."),
  passkey_exists: msg("The device has this passkey already."),
  last_admin: msg(
    "An organization needs at least one active member with the role admin. Give another member this role first."
  ),
  member_deactivated: msg("The member is deactivated. Reactivate the member first, or choose another one."),
  api_key_ended: msg("The key no longer works. Only a key that works can be rotated."),
  mail_not_set_up: msg("Email isn't set up yet, so nothing can be sent."),
  no_mail_address: msg("The candidate has no email address."),
  already_assigned: msg("The email is already assigned to an application."),
  nothing_forwarded: msg("The email forwards no reply of a conversation."),
  limit_reached: (details) => limitText(details),
  model_unavailable: ({ budget, reason }) =>
    budget === "too_small"
      ? t("The organization has too few tokens a day for a filter in words. Use the filters themselves.")
      : reason === "limit_reached"
      ? t(
        "The organization has used up its tokens for the model today. Use the filters themselves, or come back tomorrow."
      )
      : t("The model gave no answer that can be used. Try again, or use the filters themselves."),
  feedback_of_scorecard: msg("The feedback came from a scorecard. Its author revises that."),
  slot_taken: msg("Interviewers are busy at this time. Choose another time, or give a reason."),
  candidate_taken: msg("The candidate isn't available at this time. Choose another time, or give a reason."),
  undo_ended: msg("The import can no longer be undone."),
  name_taken: msg("This name is already taken. Choose another one."),
  external_id_taken: msg("Another entry already has this id of the other system."),
  resource_in_use: ({ subject, uses }) =>
    subject === "mail_template"
      ? t("Automatic emails or rejection reasons use this template. Choose another one there first.")
      : subject === "scorecard_template"
      ? t("A template in use can't be deleted, but archived.")
      : t("It's still used by {uses}. Change that first.", { uses: Array.isArray(uses) ? uses.join(", ") : "" }),
  not_note_author: msg("Only the author can edit a note. The author or an admin can delete it."),
  not_feedback_author: msg("Only the author can revise interview feedback. The author or an admin can delete it."),
  publish_limit_reached: msg("Your plan allows {limit} published jobs at a time. Close one first."),
  app_refused: msg("The administrators don't allow this app, or you can't give it this much."),
  not_interviewer: msg("You don't hold this interview any more: someone else may have been asked in the meantime."),
  idempotency_key_in_flight: msg("This is already being done. Try again in a moment."),
  scope_too_small: ({ required_scope }) =>
    required_scope === "admin" ? t("Only administrators can do this.") : t("Your role doesn't allow this."),
  app_only_reads: msg("Your role doesn't allow this."),
  not_for_limited: msg(
    "Members with the role “Limited” can't do this. They can add notes and feedback to what they see."
  ),
  not_deciding: msg(
    "Members with the role “Limited” can do this only on jobs where they are hiring manager or recruiter."
  )
}

const isValue = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number"

/** The sentence for what the details of an error name; undefined where they name nothing that is known here. */
export const textOf = (details: Details): string | undefined => {
  const { failure } = details
  if (typeof failure !== "string" || !Object.hasOwn(texts, failure)) return undefined
  const text = texts[failure as FailureName]
  if (typeof text === "function") return text(details)
  const values = Object.entries(details).flatMap(([name, value]) => isValue(value) ? [[name, value] as const] : [])
  return t(text, Object.fromEntries(values))
}
