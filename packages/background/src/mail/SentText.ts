/** The text of a mail, composed when it is sent, from the state at that moment. */
import type { OrganizationId } from "@candor/domain/Id"
import { isInvitation } from "@candor/domain/interview/Invitation"
import { AutomaticMails } from "@candor/domain/mail/AutomaticMails"
import type { MessageState } from "@candor/domain/mail/Message"
import { stands } from "@candor/domain/mail/RuledMail"
import { Effect } from "effect"
import * as Invitations from "./Invitations.ts"
import * as Notices from "./Notices.ts"

/** Makes the function that composes the text of a mail; null if it no longer applies, or its cause was undone. */
export const make = Effect.gen(function*() {
  const automatic = yield* AutomaticMails
  const invitationText = yield* Invitations.sent
  const noticeText = yield* Notices.make

  return Effect.fnUntraced(function*(organization_id: OrganizationId, message: MessageState) {
    const { cause, id, key, purpose } = message
    if (isInvitation(key)) return yield* invitationText(organization_id, message)
    if (purpose === "notice") return yield* noticeText(organization_id, message)
    if (cause === null && purpose !== "rejection") return message
    const [letter] = yield* automatic.letters(organization_id, id)
    return letter === undefined || letter.recipient === null || !stands(letter)
      ? null
      : { ...message, recipients: [letter.recipient] }
  })
})
