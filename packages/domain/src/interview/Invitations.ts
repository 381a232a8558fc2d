/**
 * The port of the workers that send interview invitations, and of members' calendar feeds. Each method works within one
 * organization.
 */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { CandidateId, InterviewId, JobId, MessageId, OrganizationId, UserId } from "../Id.ts"
import type { MailAddress } from "../mail/MailAddress.ts"
import type { MemberRole } from "../access/MemberRole.ts"
import type { ZoneName } from "../time/ZoneName.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { InterviewState } from "./Interview.ts"
import type { Invitation, MadeInvitation, Recipient } from "./Invitation.ts"

/** The data from which invitations to an interview are made. */
export interface InvitedInterview {
  readonly interview: InterviewState
  readonly invitations: Readonly<Record<string, MadeInvitation & { readonly message_id: MessageId | null }>>
  readonly candidate: { readonly id: CandidateId; readonly full_name: string; readonly email: string | null }
  /** The language of the job, or else of the organization. */
  readonly job: { readonly id: JobId; readonly title: string; readonly language: string | null }
  /** The interviewers, members who were invited earlier, and the member who made the last change. */
  readonly members: ReadonlyArray<
    {
      readonly id: UserId
      readonly full_name: string
      readonly email: string
      readonly is_active: boolean
      readonly sees_job: boolean
      readonly time_zone: ZoneName | null
    }
  >
  readonly organization: string
  /** The sender address of mails; null if mail is not set up. */
  readonly sender: MailAddress | null
}

/** A member with their calendar feed. */
export interface FeedOwner {
  readonly role: MemberRole
  readonly is_active: boolean
  /**
   * The hash of the secret in the feed's address; null if there is no feed, or if the API key that created it is no
   * longer valid.
   */
  readonly secret: string | null
  readonly made_at: Timestamp | null
}

export class Invitations extends Context.Service<Invitations, {
  /** Returns the interview; null if it does not exist, its job was deleted, or its candidate was anonymised. */
  readonly get: (organization: OrganizationId, id: InterviewId) => Effect.Effect<InvitedInterview | null>
  /** Records the last invitation that was created for a recipient. */
  readonly record: (
    organization: OrganizationId,
    id: InterviewId,
    recipient: Recipient,
    invitation: Invitation
  ) => Effect.Effect<void>
  /** Records the content of a recipient's last invitation when it is sent, unless there is a newer one. */
  readonly recordSaid: (
    organization: OrganizationId,
    id: InterviewId,
    last: { readonly recipient: Recipient; readonly sequence: number; readonly said: string }
  ) => Effect.Effect<void>
  /** Returns the member with their feed; null if there is no such member. */
  readonly feed: (organization: OrganizationId, member: UserId) => Effect.Effect<FeedOwner | null>
  /** Replaces the actor's feed, or ends it with null. */
  readonly setFeed: (by: Actor, secret: string | null) => Effect.Effect<void>
}>()("@candor/domain/Invitations") {}
