/**
 * The port of the workers that invite people to interviews, and of the feeds of members. Each method works within one
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

/** What invitations to an interview are made of. */
export interface InvitedInterview {
  readonly interview: InterviewState
  readonly invitations: Readonly<Record<string, MadeInvitation & { readonly message_id: MessageId | null }>>
  readonly candidate: { readonly id: CandidateId; readonly full_name: string; readonly email: string | null }
  /** With the language of the organization, where the job has none. */
  readonly job: { readonly id: JobId; readonly title: string; readonly language: string | null }
  /** The interviewers, and those who were invited before. */
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
  /** The address that mails come from; null where none is set up. */
  readonly sender: MailAddress | null
}

/** A member with a feed. */
export interface FeedOwner {
  readonly role: MemberRole
  readonly is_active: boolean
  /**
   * A hash of the secret in the feed's address; null where there is no feed, or the API key that made it is not valid
   * any more.
   */
  readonly secret: string | null
  readonly made_at: Timestamp | null
}

export class Invitations extends Context.Service<Invitations, {
  /** Null where there is no such interview, its job was deleted or its candidate was anonymised. */
  readonly get: (organization: OrganizationId, id: InterviewId) => Effect.Effect<InvitedInterview | null>
  /** Records the last invitation that was made for somebody. */
  readonly record: (
    organization: OrganizationId,
    id: InterviewId,
    recipient: Recipient,
    invitation: Invitation
  ) => Effect.Effect<void>
  /** Records what the last invitation of somebody says as it leaves; nothing where there is another one by now. */
  readonly recordSaid: (
    organization: OrganizationId,
    id: InterviewId,
    last: { readonly recipient: Recipient; readonly sequence: number; readonly said: string }
  ) => Effect.Effect<void>
  /** The member, and the feed of it; null where there is no such member. */
  readonly feed: (organization: OrganizationId, member: UserId) => Effect.Effect<FeedOwner | null>
  /** Makes the feed of the member who asks, in the place of the one before, or ends it with null. */
  readonly setFeed: (by: Actor, secret: string | null) => Effect.Effect<void>
}>()("@candor/domain/Invitations") {}
