/** Maps each domain failure to an API error. */
import type { AppRefused } from "@candor/domain/app/ConnectedApp"
import type { AlreadyApplied } from "@candor/domain/application/Submission"
import type { ApplicationClosed, ApplicationMoved, StageOfAnotherJob } from "@candor/domain/application/Lifecycle"
import type { ContentNotStored } from "@candor/domain/attachment/Attachment"
import { type FileRefused, titles } from "@candor/domain/attachment/FileKinds"
import type { ApiKeyEnded, ExpiryPassed, ScopeBeyondRole } from "@candor/domain/authentication/ApiKey"
import type { IdentityNotFound } from "@candor/domain/authentication/Identity"
import type { PasskeyExists } from "@candor/domain/authentication/Passkey"
import type { NoLinkedInUrl } from "@candor/domain/candidate/AiProfile"
import type { CandidateMerged } from "@candor/domain/candidate/Candidate"
import type { IssueReason } from "@candor/domain/IssueReason"
import type {
  AlreadyAssigned,
  MailNotSetUp,
  NoMailAddress,
  NothingForwarded,
  UnknownFiles
} from "@candor/domain/mail/Message"
import type { FilesTooLarge, SendAtTooLate, TextMissing } from "@candor/domain/mail/Letter"
import type { PasswordNeeded } from "@candor/domain/mail/MailAccount"
import type { UnknownTemplate } from "@candor/domain/mail/MailTemplate"
import type { TemplateInvalid } from "@candor/domain/mail/TemplateVariables"
import type { BoardSlugTaken } from "@candor/domain/board/BoardSlug"
import type { ImageRefused } from "@candor/domain/board/BoardImage"
import type { CandidateAnonymised } from "@candor/domain/Anonymised"
import type { AssessmentNotFound } from "@candor/domain/criteria/Assessment"
import type { ModelUnavailable } from "@candor/domain/criteria/ModelUnavailable"
import type { ErasureNotRequested } from "@candor/domain/candidate/ErasureRequest"
import type { CursorLost } from "@candor/domain/event/Event"
import type { IdempotencyKeyInFlight, IdempotencyKeyReused } from "@candor/domain/idempotency/IdempotencyKey"
import type { JobClosed } from "@candor/domain/job/Job"
import type { RangeInverted } from "@candor/domain/job/Money"
import type { UnknownPlace } from "@candor/domain/job/Placement"
import { type ExportTooLarge, maxExportBytes } from "@candor/domain/person/CandidateExport"
import {
  type CandidateNotMerged,
  type LaterMerge,
  type MergedWithItself,
  type MergePermanent,
  undoDays
} from "@candor/domain/person/CandidateMerge"
import { maxRelated, type TooManyRelated } from "@candor/domain/person/Related"
import type { RejectionReasonTaken, UnknownRejectionReason } from "@candor/domain/rejection/RejectionReason"
import type { AlreadyAsked } from "@candor/domain/request/FeedbackRequest"
import type { AlreadyConverted } from "@candor/domain/sourcing/Conversion"
import type { DuplicateProspects, TakenByProspect } from "@candor/domain/sourcing/Duplicates"
import type { LimitReached } from "@candor/domain/Limit"
import type { NoteWithoutTeam } from "@candor/domain/note/Note"
import type { LastAdmin, MemberDeactivated, MemberExists } from "@candor/domain/organization/Member"
import type { PublishLimitReached } from "@candor/domain/organization/PublishLimit"
import type { LastStage, StageInUse } from "@candor/domain/job/Stage"
import type { StateRefused, TransitionRefused } from "@candor/domain/StateMachine"
import type { NotInTeam, TeamRoleChanged } from "@candor/domain/team/TeamMember"
import type { RotationUnderWay, WebhookDisabled } from "@candor/domain/webhook/Webhook"
import type { PrivateAddress, UnencryptedAddress } from "@candor/domain/webhook/WebhookAddress"
import type { RangeBeyondHead, TooManyReplays } from "@candor/domain/webhook/WebhookDelivery"
import { Conflict, type Details, Forbidden, InvalidRequest, NotFound, type Refusal } from "./Errors.ts"
import { type FailureName, failureNames } from "./FailureNames.ts"
import { importErrors } from "./ImportFailures.ts"
import { interviewErrors } from "./InterviewFailures.ts"
import { type InvalidInput, invalidInput } from "./Issues.ts"
import { resourceErrors } from "./ResourceFailures.ts"
import { idempotencyKey } from "./SafeWriting.ts"

/** Adds the failure's name to the error. */
const named = (error: InvalidRequest | Forbidden | Conflict | NotFound, failure: FailureName) => {
  const { code: _, ...fields } = error.error
  const values = { error: { ...fields, details: { ...fields.details, failure } } }
  if (error instanceof Forbidden) return new Forbidden(values)
  return error instanceof Conflict
    ? new Conflict({ error: { ...values.error, details: { ...error.error.details, failure } } })
    : error instanceof InvalidRequest
    ? new InvalidRequest({ error: { ...values.error, details: { ...error.error.details, failure } } })
    : error
}

const notFound = (noun: string) => () => new NotFound({ error: { message: `There is no ${noun} with this id.` } })

/** Returns 400 for a request that the present state does not allow, unless the details have another reason. */
const invalid = (message: string, details: Details & { readonly reason?: Refusal } = {}) =>
  new InvalidRequest({ error: { message, details: { ...details, reason: details.reason ?? "invalid_state" } } })

/** Returns 400 for the invalid value of a field. */
const issue = (field: string, message: string, reason: IssueReason) =>
  invalidInput([{ path: [field], message, reason }])

/** Returns 403 for users other than the author. */
const authorOnly = (message: string) => () => new Forbidden({ error: { message } })

const lostCursor = {
  cursor_ahead: (after) => `The feed has no event ${after} yet`,
  cursor_too_old: (after) => `The feed no longer keeps the events after ${after}`,
  feed_restored: (after) => `The feed was restored from a backup, so other events follow ${after}`
} satisfies Record<CursorLost["reason"], (after: number) => string>

const endings = {
  revoked: "was revoked",
  expired: "has expired",
  replaced: "was rotated already"
} satisfies Record<ApiKeyEnded["reason"], string>

const withoutModel = {
  budget:
    "The organization has used up its tokens for the model today. Use the filters themselves, or come back tomorrow.",
  small_budget: "The organization has too few tokens a day for a filter in words. Use the filters themselves.",
  no_answer: "The model gave no answer that can be used. Try again, or use the filters themselves."
} satisfies Record<ModelUnavailable["reason"], string>

const errors = {
  AiProfileNotFound: notFound("AI profile"),
  AssessmentNotFound: (_: AssessmentNotFound) =>
    new NotFound({ error: { message: "The application has no verdict on this criterion." } }),
  ContentNotStored: (_: ContentNotStored) =>
    new NotFound({ error: { message: "The attachment has no content: only its name was entered." } }),
  FeedbackNotFound: notFound("interview feedback"),
  FeedbackRequestNotFound: notFound("request for feedback"),
  ...importErrors,
  ...interviewErrors,
  ...resourceErrors,
  NotInTeam: (_: NotInTeam) => new NotFound({ error: { message: "The member isn't on the job's hiring team." } }),
  WorkNotFound: notFound("failed work"),
  ApiKeyNotFound: notFound("API key"),
  IdentityNotFound: (_: IdentityNotFound) => new NotFound({ error: { message: "This identity is not linked." } }),
  IdempotencyKeyInFlight: (_: IdempotencyKeyInFlight) =>
    new Conflict({
      error: { message: "Another request with this Idempotency-Key is still in progress. Retry when it has finished." }
    }),
  IdempotencyKeyReused: (_: IdempotencyKeyReused) =>
    invalidInput(
      [{
        path: [idempotencyKey],
        message: "Expected a new key: this one belongs to a request with another method, path or body",
        reason: "already_used"
      }],
      "",
      "idempotency_key_reused"
    ),
  RangeInverted: (failure: RangeInverted) =>
    invalidInput([{
      path: [failure.field],
      message: `Expected at most ${failure.field.replace("min", "max")}, which is ${failure.max}; got ${failure.min}`,
      reason: "above_other",
      values: { other: failure.field.replace("min", "max"), limit: failure.max }
    }]),
  NoteWithoutTeam: (_: NoteWithoutTeam) =>
    issue("visibility", "Expected everyone: a note on a candidate has no job, and so no team", "not_everyone"),
  NotNoteAuthor: authorOnly("Only the author can edit a note. The author or an admin can delete it."),
  NotFeedbackAuthor: authorOnly(
    "Only the author can revise interview feedback. The author or an admin can delete it."
  ),
  TransitionRefused: (failure: TransitionRefused) =>
    invalid(`Can't ${failure.event} this ${failure.machine}: its status is ${failure.state}.`, {
      accepted: failure.accepted,
      machine: failure.machine,
      state: failure.state,
      event: failure.event
    }),
  StateRefused: ({ accepted, field, requested, state }: StateRefused) =>
    invalid(
      `${field}: ${state} does not accept ${requested}. ` +
        (accepted.length === 0 ? "No other value can follow it." : `It accepts ${accepted.join(", ")}.`),
      { [field]: state, accepted }
    ),
  PublishLimitReached: ({ limit, plan, published }: PublishLimitReached) =>
    new Forbidden({
      error: {
        message: `The plan ${plan} allows ${limit} published ${limit === 1 ? "job" : "jobs"} at a time. ` +
          "Close or withdraw one, or ask the service's operator for another plan (candor organizations set-plan).",
        details: { plan, limit, published }
      }
    }),
  ModelUnavailable: ({ reason }: ModelUnavailable) =>
    invalid(withoutModel[reason], {
      reason: reason === "no_answer" ? "invalid_state" : "limit_reached",
      ...(reason === "small_budget" ? { budget: "too_small" } : {})
    }),
  JobClosed: (_: JobClosed) =>
    invalid("The job is closed. Publish it or make it a draft before candidates apply.", { status: "closed" }),
  ApplicationClosed: ({ status }: ApplicationClosed) =>
    invalid(`The application is ${status}. Reopen it first.`, { status }),
  ApplicationMoved: ({ stage }: ApplicationMoved) =>
    invalid(`The application has since moved to ${stage.name}.`, { stage_id: stage.id }),
  TeamRoleChanged: ({ role }: TeamRoleChanged) =>
    invalid("Someone has since changed the member's role on this job.", { role }),
  UnknownRejectionReason: ({ accepted, reason }: UnknownRejectionReason) =>
    invalid(
      `reason: the organization has no rejection reason ${reason}. See details.accepted, or GET /rejection-reasons.`,
      {
        accepted
      }
    ),
  RejectionReasonTaken: ({ id }: RejectionReasonTaken) =>
    invalid("name: the organization already has a rejection reason with this name.", {
      reason: "already_exists",
      rejection_reason_id: id
    }),
  CandidateAnonymised: ({ anonymised_at }: CandidateAnonymised) =>
    invalid("The candidate was anonymized and can only be deleted.", { anonymised_at }),
  CandidateMerged: ({ id, into }: CandidateMerged) =>
    invalid(`The candidate ${id} was merged into ${into}. Use that one, or undo the merge.`, { candidate_id: into }),
  MergedWithItself: (_: MergedWithItself) => issue("into", "Expected another candidate", "same_record"),
  CandidateNotMerged: (_: CandidateNotMerged) => invalid("The candidate is not merged into another one."),
  MergePermanent: ({ merged_at }: MergePermanent) =>
    invalid(
      `The merge can no longer be undone: ${undoDays} days have passed, or the candidate that it was merged into was anonymised.`,
      { merged_at }
    ),
  LaterMerge: ({ candidate_id }: LaterMerge) =>
    invalid("A later merge into the same candidate has to be undone first.", { candidate_id }),
  ExportTooLarge: ({ bytes }: ExportTooLarge) =>
    invalid(
      `The candidate's notes and applications can have ${bytes} bytes, and an export has at most ${maxExportBytes} of them. ` +
        "Read the candidate, its AI profiles, notes and applications one by one.",
      { reason: "limit_reached", limit: maxExportBytes, bytes }
    ),
  TooManyRelated: (_: TooManyRelated) =>
    invalid(
      `More than ${maxRelated} records have the same addresses as this one or as each other: an address may not be the person's own. ` +
        "Change that address, or erase the records one by one.",
      { reason: "limit_reached", limit: maxRelated }
    ),
  ErasureNotRequested: (_: ErasureNotRequested) => invalid("The candidate has no deletion request."),
  NoLinkedInUrl: (_: NoLinkedInUrl) => invalid("The candidate has no LinkedIn URL. Set one to generate a profile."),
  AlreadyApplied: ({ application_id, candidate_id }: AlreadyApplied) =>
    invalid("The candidate already has an application on this job.", {
      reason: "already_exists",
      application_id,
      candidate_id
    }),
  AlreadyAsked: ({ feedback_request_id }: AlreadyAsked) =>
    invalid("The member already has an open feedback request for this application.", {
      reason: "already_exists",
      feedback_request_id
    }),
  StageOfAnotherJob: ({ job_id }: StageOfAnotherJob) =>
    invalidInput([{
      path: ["stage_id"],
      message: `Expected a stage of the application's own job, which is ${job_id}`,
      reason: "unknown_reference"
    }]),
  DuplicateProspects: ({ duplicates }: DuplicateProspects) =>
    invalidInput(
      duplicates.map(({ field, index, prospect_id, same_as, value }) => ({
        path: ["prospects", index, field],
        message: `Expected an address that ${
          same_as === null ? "the search does not have yet" : `differs from that of prospects.${same_as}`
        }; got ${value}`,
        reason: "taken",
        values: { by: "prospect" },
        ...(prospect_id === null ? {} : { existing_id: prospect_id })
      }))
    ),
  TakenByProspect: ({ field }: TakenByProspect) =>
    invalidInput([{
      path: [field],
      message: "Expected an address that no other prospect of the search has",
      reason: "taken",
      values: { by: "prospect" }
    }]),
  AlreadyConverted: ({ application_id, job_id }: AlreadyConverted) =>
    invalid(
      "The prospect was converted into an application on another job. Create one on this job with POST /applications and " +
        "the prospect's candidate_id.",
      { application_id, job_id }
    ),
  CursorLost: ({ after, latest, reason }: CursorLost) =>
    invalid(`after: ${lostCursor[reason](after)}. Read the lists again, then continue with after=${latest}.`, {
      reason,
      after,
      latest
    }),
  UnencryptedAddress: ({ url }: UnencryptedAddress) =>
    invalidInput([{
      path: ["url"],
      message: `Expected an https URL; got ${url}. For development, CANDOR_WEBHOOK_PRIVATE=allow takes any`,
      reason: "not_https_address"
    }]),
  PrivateAddress: ({ url }: PrivateAddress) =>
    invalidInput([{
      path: ["url"],
      message: `Expected an address on the Internet, not one of a private network; got ${url}`,
      reason: "not_public_address"
    }]),
  WebhookDisabled: (_: WebhookDisabled) => invalid("The webhook is disabled. Enable it first."),
  RotationUnderWay: ({ until }: RotationUnderWay) =>
    invalid(
      `The secret was rotated, and the previous one signs until ${until}. Rotate again after that, or with ` +
        "overlap_hours 0, which ends all old secrets at once.",
      { previous_secret_expires_at: until }
    ),
  RangeBeyondHead: ({ from_sequence, latest }: RangeBeyondHead) =>
    invalidInput([{
      path: ["from_sequence"],
      message: `Expected at most ${latest}, the latest event; got ${from_sequence}`,
      reason: "out_of_range",
      values: { maximum: latest }
    }]),
  TooManyReplays: ({ max, pending }: TooManyReplays) =>
    invalid(`A webhook has at most ${max} replayed messages that wait, and this one has ${pending}. Try again later.`, {
      reason: "limit_reached",
      max,
      pending
    }),
  StageInUse: ({ application_count }: StageInUse) =>
    invalid(
      `The stage has ${application_count} ${application_count === 1 ? "application" : "applications"}. ` +
        "Move them to another stage first.",
      { application_count }
    ),
  LastStage: (_: LastStage) => invalid("A job needs at least one stage."),
  MemberExists: ({ member_id }: MemberExists) =>
    invalid("A member with this email address already exists.", { reason: "already_exists", member_id }),
  PasskeyExists: (_: PasskeyExists) => invalid("The device has this passkey already.", { reason: "already_exists" }),
  LastAdmin: (_: LastAdmin) =>
    invalid(
      "An organization needs at least one active member with the role admin. Give another member this role first."
    ),
  AppRefused: ({ reason }: AppRefused) =>
    new Forbidden({
      error: {
        message: reason === "client" ? "The administrators don't allow this app." : "You can't give an app this scope."
      }
    }),
  MemberDeactivated: (_: MemberDeactivated) =>
    invalid("The member is deactivated. Reactivate the member first, or choose another one."),
  ScopeBeyondRole: ({ role, scope }: ScopeBeyondRole) =>
    invalidInput([{
      path: ["scope"],
      message: `Expected ${role} or less, the role of the key's member; got ${scope}`,
      reason: "beyond_role",
      values: { limit: role }
    }]),
  ExpiryPassed: ({ expires_at }: ExpiryPassed) =>
    invalidInput([{
      path: ["expires_at"],
      message: `Expected a time in the future; got ${expires_at}`,
      reason: "in_past"
    }]),
  ApiKeyEnded: ({ reason }: ApiKeyEnded) =>
    invalid(`The key ${endings[reason]}. Only a key that works can be rotated.`, { reason }),
  BoardSlugTaken: ({ slug }: BoardSlugTaken) =>
    invalidInput([{
      path: ["slug"],
      message: `Expected an address that no other organization has; got ${slug}`,
      reason: "taken"
    }]),
  ImageRefused: ({ expected, found, reason, values = {} }: ImageRefused) =>
    invalidInput([{ path: ["content"], message: `Expected ${expected}; found ${found}`, reason, values }]),
  FileRefused: ({ expected, found }: FileRefused) =>
    invalidInput([{
      path: ["file"],
      message: `Expected ${expected}; found ${found}`,
      reason: "wrong_content",
      values: { accepted: Object.values(titles) }
    }]),
  MessageNotFound: notFound("mail"),
  UnknownPlace: ({ field }: UnknownPlace) =>
    invalidInput([{
      path: [field],
      message: `Expected the id of ${field === "department_id" ? "a department" : "an office"} of the organization`,
      reason: "unknown_reference"
    }]),
  TemplateInvalid: ({ field, message, reason, values = {} }: TemplateInvalid) =>
    invalidInput([{ path: [field], message, reason, values }]),
  UnknownTemplate: ({ field }: UnknownTemplate) =>
    issue(field, "Expected the id of a mail template of the organization", "unknown_reference"),
  PasswordNeeded: ({ server }: PasswordNeeded) =>
    invalidInput([{
      path: [server, "password"],
      message: "Expected the password: the stored one is of another server or account, or there is none",
      reason: "password_needed"
    }]),
  MailNotSetUp: (_: MailNotSetUp) =>
    invalid("Email isn't set up. Set the sender address and the SMTP server with PUT /organization/mail.", {}),
  NoMailAddress: (_: NoMailAddress) => invalid("The candidate has no email address."),
  UnknownFiles: ({ ids }: UnknownFiles) =>
    invalidInput([{
      path: ["attachment_ids"],
      message: `Expected files of the application whose content is stored; got ${ids.join(", ")}`,
      reason: "not_stored"
    }]),
  FilesTooLarge: ({ bytes, limit }: FilesTooLarge) =>
    invalidInput([{
      path: ["attachment_ids"],
      message: `Expected files of at most ${limit} bytes in all; got ${bytes}`,
      reason: "too_long",
      values: { limit, unit: "bytes" }
    }]),
  SendAtTooLate: ({ latest }: SendAtTooLate) =>
    invalidInput([{
      path: ["send_at"],
      message: `Expected a time until ${latest}`,
      reason: "too_late",
      values: { latest }
    }]),
  TextMissing: ({ field }: TextMissing) => issue(field, "Expected a text, where no template_id is given", "required"),
  AlreadyAssigned: ({ application_id }: AlreadyAssigned) =>
    invalid("The email is already assigned to an application.", { reason: "already_exists", application_id }),
  NothingForwarded: (_: NothingForwarded) =>
    invalid("The mail forwards no reply of a conversation.", { reason: "invalid_state" }),
  LimitReached: ({ added, limit, present, what }: LimitReached) =>
    invalid(`The limit is ${limit} ${what}. There are ${present} now, and this would add ${added}.`, {
      reason: "limit_reached",
      what: what.toLowerCase().replaceAll(/\W+/g, "_"),
      limit,
      present,
      added
    })
}

type Tag = keyof typeof errors

type Snake<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Text

type NameOf<Of extends Tag> = Snake<Uncapitalize<Of>>

/** The failures that need a name: those that are neither “not found” nor about fields of the input. */
type Named = { [Of in Tag]: ReturnType<(typeof errors)[Of]> extends NotFound | InvalidInput ? never : Of }[Tag]

const isNameOf = (failureNames: ReadonlyArray<string>, name: string): name is FailureName => failureNames.includes(name)

/** Does not compile if a failure has no name. */
export type EveryName<Missing extends never = Exclude<NameOf<Named>, FailureName>> = Missing

/** The failure `…NotFound` of a noun, whose name is in the tag. */
type NotThere = `${string}NotFound`

type ErrorOf<Of> = Of extends Tag ? ReturnType<(typeof errors)[Of]> : NotFound

const wordsIn = (tag: string): string => tag.replaceAll(/\B[A-Z]/g, " $&").toLowerCase()

/** Returns the error of the interface for a failure of the domain, with its name in the details. */
export const toError = <Failure extends { readonly _tag: Tag | NotThere }>(
  failure: Failure
): ErrorOf<Failure["_tag"]> => {
  const { _tag } = failure
  const own: { readonly [tag: string]: (failure: never) => InvalidRequest | Forbidden | Conflict | NotFound } = errors
  const make = own[_tag] ?? notFound(wordsIn(_tag.replace(/NotFound$/, "")))
  const made = make(failure as never)
  const name = wordsIn(_tag).replaceAll(" ", "_")
  return (isNameOf(failureNames, name) ? named(made, name) : made) as ErrorOf<Failure["_tag"]>
}
