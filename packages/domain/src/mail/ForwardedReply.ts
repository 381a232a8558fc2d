/**
 * Replies of candidates that a member forwards as an attached mail. They are not filed automatically, because a
 * forwarded mail can be forged.
 */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { ApplicationId } from "../Id.ts"
import { Author } from "../organization/Author.ts"
import { Timestamp } from "../Timestamp.ts"
import { MailAddress } from "./MailAddress.ts"

/** A member's answer on whether the forwarded mail belongs to the conversation. */
export const ForwardAnswer = Schema.Literals(["asked", "accepted", "declined"]).pipe(described(
  "`asked` until a member answers; `accepted` once the mail is assigned to the application; `declined` if it is " +
    "not, or is assigned to another one",
  "asked"
))

/** A mail that a member attached to one of theirs, and that refers to one of our letters. */
export const ForwardedReply = Schema.Struct({
  member: Author.pipe(
    described("The member from whose address it came", { id: example.id.user, full_name: example.user.full_name })
  ),
  application_id: ApplicationId.pipe(described("The application of the mail that the forwarded mail refers to")),
  sender: MailAddress.pipe(
    described("The stated sender of the forwarded mail", {
      name: example.candidate.full_name,
      email: example.candidate.primary_email
    })
  ),
  subject: Schema.String.pipe(described("Its subject", "Re: Your application")),
  body: Schema.String.pipe(described("Its text", "Tuesday suits me.")),
  sent_at: Schema.NullOr(Timestamp).pipe(
    described("The stated time of sending; null if none", example.time.moved)
  ),
  answer: ForwardAnswer
}).pipe(named("ForwardedReply", "A reply that a member forwarded as an attachment. It may be forged"))
export interface ForwardedReply extends Schema.Schema.Type<typeof ForwardedReply> {}

/** A mail that was attached to another one. */
export interface AttachedMail extends Pick<ForwardedReply, "sender" | "subject" | "body" | "sent_at"> {
  readonly in_reply_to: string | null
  readonly reference_ids: ReadonlyArray<string>
}

/** An attached mail, and the application whose mail it answers; null if that is unknown. */
export interface FoundReply {
  readonly mail: AttachedMail
  readonly application_id: ApplicationId | null
}

/**
 * Returns the reply that a member forwards: the first that leads to an application. Null if none does, or if several
 * lead to different ones: filed in one thread, another candidate's mail would be shown to those who see that thread.
 */
export const forwardedOf = (member: Author, found: ReadonlyArray<FoundReply>): ForwardedReply | null => {
  const replies = found.flatMap(({ application_id, mail }) => application_id === null ? [] : [{ application_id, mail }])
  const [first] = replies
  if (first === undefined || new Set(replies.map(({ application_id }) => application_id)).size > 1) return null
  const { body, sender, sent_at, subject } = first.mail
  return {
    member: { id: member.id, full_name: member.full_name },
    application_id: first.application_id,
    sender,
    subject,
    body,
    sent_at,
    answer: "asked"
  }
}
