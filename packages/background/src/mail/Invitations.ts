/**
 * Invitations to interviews. A mail to an interviewer is stored without the candidate. Its text is composed when it is
 * sent, so a mail that has waited describes the present state of the interview.
 */
import type { Worker } from "@candor/domain/access/Actor"
import type { InterviewId, OrganizationId } from "@candor/domain/Id"
import {
  declinedKey,
  declinedOf,
  delayOf,
  invitationKey,
  invitationOf,
  methodFor,
  type Method,
  planned,
  type Planned,
  type Recipient,
  type RemovedInterview,
  removedOf,
  responseOf,
  uidOf
} from "@candor/domain/interview/Invitation"
import type { InterviewState } from "@candor/domain/interview/Interview"
import { type InvitedInterview, Invitations } from "@candor/domain/interview/Invitations"
import * as Delivery from "@candor/domain/mail/Delivery"
import { notify, write } from "@candor/domain/mail/Letter"
import type { MailAddress } from "@candor/domain/mail/MailAddress"
import type { MessageState } from "@candor/domain/mail/Message"
import { Messages } from "@candor/domain/mail/Messages"
import { CurrentZones, type Zones } from "@candor/domain/time/Zones"
import { now } from "@candor/domain/Timestamp"
import { Transactions } from "@candor/domain/Transactions"
import { MailTransport } from "@candor/mail/MailTransport"
import { Effect } from "effect"
import { hash } from "node:crypto"
import { type InvitationKind, invitationText } from "./InvitationTexts.ts"
import * as KitUrls from "./KitUrls.ts"
import { consoleOf } from "./Notices.ts"

// Loaded at the first invitation: few processes need it.
const calendarFile = Effect.promise(() => import("@candor/mail/calendar/CalendarFile"))

/** The address of an invited person; null if there is none. */
const addressOf = ({ candidate, members }: InvitedInterview, recipient: Recipient): MailAddress | null => {
  if (recipient === "candidate")
    return candidate.email === null
      ? null
      : { name: candidate.full_name, email: candidate.email }
  const member = members.find(({ id, is_active }) => id === recipient && is_active)
  return member === undefined ? null : { name: member.full_name, email: member.email }
}

/** Returns the attendees shown to a recipient: interviewers see each other, and nobody sees the candidate's address. */
const attendeesOf = (invited: InvitedInterview, recipient: Recipient) => {
  const recipients = recipient === "candidate"
    ? [recipient]
    : [...new Set([recipient, ...invited.interview.interviewers.map(({ member_id }) => member_id)])]
  return recipients.flatMap((one) => {
    const address = addressOf(invited, one)
    return address === null ? [] : [{ ...address, response: responseOf(invited.interview, one) }]
  })
}

const kindOf = (method: Method, isUpdate: boolean): InvitationKind =>
  method === "CANCEL" ? "cancelled" : isUpdate ? "changed" : "new"

/** Whether a person may be told about an interview: not a member who may not see its job. */
const seenBy = ({ members }: InvitedInterview) => (recipient: Recipient): boolean =>
  recipient === "candidate" || members.some(({ id, is_active, sees_job }) => id === recipient && is_active && sees_job)

/** Returns a hash of what a recipient is told about an interview, without other people's responses and who changed it. */
const contentOf = (invited: InvitedInterview, zones: Zones) => (recipient: Recipient, method: Method): string => {
  const interview: InterviewState = { ...invited.interview, changed_by: null }
  const { body, description, summary } = invitationText(
    { ...invited, interview },
    recipient,
    kindOf(method, false),
    zones,
    null
  )
  const { ends_at, location, starts_at } = interview
  const attendees = attendeesOf(invited, recipient).map(({ email }) => email)
  return hash(
    "sha256",
    JSON.stringify([starts_at, ends_at, location, body, description, summary, attendees]),
    "base64url"
  )
}

/** Makes the function that invites people to an interview, or tells them about its change or cancellation. */
export const make = Effect.gen(function*() {
  const invitations = yield* Invitations
  const messages = yield* Messages
  const transactions = yield* Transactions
  const zones = yield* CurrentZones
  const consoleUrl = consoleOf((yield* MailTransport).publicUrl)

  const send = (
    by: Worker,
    invited: InvitedInterview,
    key: string,
    recipient: Recipient,
    kind: InvitationKind,
    delay_millis = 0
  ) => {
    const { body, subject } = invitationText(invited, recipient, kind, zones, consoleUrl)
    const { application_id } = invited.interview
    if (recipient === "candidate") {
      const letter = {
        application_id,
        purpose: "invitation",
        subject,
        body,
        template_id: null,
        send_at: null,
        delay_millis,
        key
      } as const
      return messages.write(
        by,
        { application_id, attachment_ids: [], reply_to_id: null, key },
        (correspondence, context) => write(letter, correspondence, context)
      )
    }
    const address = addressOf(invited, recipient)
    const stored = {
      key,
      delay_millis,
      subject: kind === "cancelled" ? "Interview canceled" : "Interview",
      body: "Open Candor to see it."
    }
    return address === null
      ? Effect.void
      : messages.notify(by, key, (sender, context) => notify({ ...stored, recipient: address }, sender, context))
  }

  const invite = Effect.fnUntraced(function*(by: Worker, invited: InvitedInterview, one: Planned) {
    const { content, isSent, isUpdate, method, recipient, sequence, was_known } = one
    const { id } = invited.interview
    const before = invited.invitations[recipient]
    if (before?.message_id != null && before.status === "queued")
      yield* messages.modify(by, before.message_id, Delivery.cancel)
    if (isSent)
      yield* send(
        by,
        invited,
        invitationKey({ interview_id: id, recipient, sequence }),
        recipient,
        kindOf(method, isUpdate),
        delayOf(invited.interview, method)
      )
    yield* invitations.record(by.organization_id, id, recipient, { method, sequence, content, was_known })
  })

  /** Tells a person that the time they proposed was declined. */
  const decline = (
    by: Worker,
    invited: InvitedInterview,
    { member_id, proposed_at }: InvitedInterview["interview"]["declined_proposals"][number]
  ) => {
    const recipient = member_id ?? "candidate"
    return invited.invitations[recipient]?.method === "REQUEST"
      ? send(
        by,
        invited,
        declinedKey({ interview_id: invited.interview.id, recipient, proposed_at }),
        recipient,
        "kept"
      )
      : Effect.void
  }

  /** Creates the mails that an interview requires, and records each invitation with its mail. */
  const inviteAll = Effect.fnUntraced(function*(by: Worker, id: InterviewId) {
    const invited = yield* invitations.get(by.organization_id, id)
    if (invited === null || invited.sender === null) return
    // A recipient without an address does not stop the others.
    const mails = [
      ...planned(invited.interview, invited.invitations, contentOf(invited, zones), seenBy(invited), yield* now).map((
        one
      ) => invite(by, invited, one)),
      ...invited.interview.declined_proposals.map((one) => decline(by, invited, one))
    ]
    yield* Effect.forEach(
      mails,
      (mail) =>
        Effect.catch(
          mail,
          (failure) => Effect.logInfo("No invitation is sent", { interview: id, failure: failure._tag })
        ),
      { discard: true }
    )
  })

  return (by: Worker, id: InterviewId) =>
    // Starts over if another process sends one of the mails meanwhile, or the interview changes.
    transactions.run(Effect.as(inviteAll(by, id), { value: undefined, isKept: true }), { isSnapshot: true })
})

/** Returns the cancellation of a deleted interview, whose mail was stored complete. */
const cancellation = Effect.fnUntraced(
  function*(
    { interview_id, ...interview }: RemovedInterview,
    { body, created_at, recipients, sender, subject }: MessageState
  ) {
    const { invitationFile } = yield* calendarFile
    const method = "CANCEL"
    const content = invitationFile({
      ...interview,
      method,
      uid: uidOf(interview_id),
      stamp: created_at,
      summary: subject,
      description: "",
      location: null,
      url: null,
      organizer: sender,
      attendees: recipients.map((recipient) => ({ ...recipient, response: "needs_action" }))
    })
    return { recipients, subject, body, calendar: { method, content } }
  }
)

/** Makes the function that composes the mail of an invitation when it is sent; null if it no longer applies. */
export const sent = Effect.gen(function*() {
  const invitations = yield* Invitations
  const consoleUrl = consoleOf((yield* MailTransport).publicUrl)
  const kitUrl = yield* KitUrls.make
  const zones = yield* CurrentZones

  return Effect.fnUntraced(function*(organization_id: OrganizationId, message: MessageState) {
    const removed = removedOf(message.key)
    if (removed !== null) return yield* cancellation(removed, message)
    const declined = declinedOf(message.key)
    const reference = declined ?? invitationOf(message.key)
    if (reference === null) return null
    const { interview_id, recipient } = reference
    const { invitationFile } = yield* calendarFile
    const invited = yield* invitations.get(organization_id, interview_id)
    const last = invited?.invitations[recipient]
    if (invited === null || last === undefined || invited.sender === null) return null
    const { interview, sender } = invited
    const { declined_proposals, ends_at, starts_at } = interview
    const isTold = "sequence" in reference
      ? last.sequence <= reference.sequence
      : declined_proposals.some(({ member_id, proposed_at }) =>
        (member_id ?? "candidate") === recipient && proposed_at === reference.proposed_at
      )
    const told = methodFor(interview, recipient, seenBy(invited), yield* now)
    const address = addressOf(invited, recipient)
    // An interview without a time can only be canceled: calendars find the event by its id.
    if (!isTold || told === null || told !== last.method || address === null || starts_at === null || ends_at === null)
      return null
    // Records what this mail says before it is sent, so that the next change is compared with it, and can take it back.
    if (declined === null && told === "REQUEST") {
      const { sequence } = last
      const said = contentOf(invited, zones)(recipient, told)
      if (said !== last.content)
        yield* invitations.recordSaid(organization_id, interview_id, { recipient, sequence, said })
    }
    const kind = declined === null ? kindOf(told, last.was_known) : "kept"
    const method = declined === null ? told : "DECLINECOUNTER"
    const kit = recipient === "candidate"
      ? null
      : yield* kitUrl({ organization_id, interview_id, member_id: recipient })
    const { body, description, subject, summary } = invitationText(invited, recipient, kind, zones, consoleUrl, kit)
    const content = invitationFile({
      method,
      uid: uidOf(interview_id),
      sequence: interview.sequence,
      stamp: interview.updated_at,
      starts_at,
      ends_at,
      summary,
      description,
      location: method === "CANCEL" ? null : interview.location ?? interview.link,
      url: method === "CANCEL" ? null : interview.link,
      organizer: sender,
      // A cancellation of one person, and an answer to a proposal, list only the recipient (RFC 5546, sections 3.2.5
      // and 3.2.8).
      attendees: method !== "REQUEST"
        ? [{ ...address, response: responseOf(interview, recipient) }]
        : attendeesOf(invited, recipient)
    })
    return { recipients: [address], subject, body, calendar: { method, content } }
  })
})
