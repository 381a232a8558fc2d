/** Makes the mails that follow from events: each once, however often its event is read. */
import type { Worker } from "@candor/domain/access/Actor"
import type { ApplicationId, OrganizationId } from "@candor/domain/Id"
import { automaticMails, type AutomaticLetter, type AutomaticMail, type Notice, noticeKey, undoneRejections } from "@candor/domain/mail/AutomaticMail"
import { AutomaticMails } from "@candor/domain/mail/AutomaticMails"
import * as Delivery from "@candor/domain/mail/Delivery"
import { notify, write } from "@candor/domain/mail/Letter"
import { MailAccounts } from "@candor/domain/mail/MailAccounts"
import { MailTemplates } from "@candor/domain/mail/MailTemplates"
import { Messages } from "@candor/domain/mail/Messages"
import { Members } from "@candor/domain/organization/Members"
import { Organizations } from "@candor/domain/organization/Organizations"
import { later, now } from "@candor/domain/Timestamp"
import { MailTransport } from "@candor/mail/MailTransport"
import { fill } from "@candor/mail/Rendering"
import { Effect } from "effect"
import * as Invitations from "./Invitations.ts"
import * as TemplateValues from "./TemplateValues.ts"
import { consoleOf, noticeText } from "./Notices.ts"

const worker = "mails"

/** Makes the function that makes all mails of an organization which have followed from events since the last time. */
export const make = Effect.gen(function*() {
  const accounts = yield* MailAccounts
  const automatic = yield* AutomaticMails
  const members = yield* Members
  const messages = yield* Messages
  const organizations = yield* Organizations
  const templates = yield* MailTemplates
  const { publicUrl } = yield* MailTransport
  const consoleUrl = consoleOf(publicUrl)
  const valuesOf = yield* TemplateValues.make
  const invite = yield* Invitations.make

  const writeLetter = Effect.fnUntraced(function*(by: Worker, { application_id, delay_millis, key, purpose, template_id }: AutomaticLetter) {
    const { organization_id } = by
    const template = yield* templates.get(organization_id, template_id)
    const text = yield* Effect.fromResult(fill(template, yield* valuesOf(organization_id, application_id, null)))
    const send_at = delay_millis === 0 ? null : later(yield* now, delay_millis)
    const letter = { application_id, purpose, template_id, send_at, key, ...text }
    yield* messages.write(by, { application_id, attachment_ids: [], reply_to_id: null, key }, (correspondence, context) =>
      write(letter, correspondence, context))
  })

  /** Cancels the letters of rejections that were undone later. */
  const withdraw = Effect.fnUntraced(function*(by: Worker, application_id: ApplicationId) {
    const undone = undoneRejections(yield* automatic.rejections(by.organization_id, application_id))
    yield* Effect.forEach(undone, (id) => messages.modify(by, id, Delivery.cancel), { discard: true })
  })

  const tell = Effect.fnUntraced(function*(by: Worker, notice: Notice) {
    const { organization_id } = by
    const { about, application_id, member_id, number, subject_id } = notice
    const told = member_id !== null ? [member_id] : application_id === null ? [] : yield* automatic.correspondents(organization_id, application_id)
    const author = notice.by === null
      ? yield* Effect.map(organizations.get(organization_id), ({ name }) => name)
      : yield* Effect.map(members.get(organization_id, notice.by), ({ full_name }) => full_name)
    yield* Effect.forEach(new Set(told.filter((id) => id !== notice.by)), Effect.fnUntraced(function*(member_id) {
      const reference = { about, subject_id, member_id, ...(number === undefined ? {} : { number }) }
      const member = yield* automatic.member(organization_id, member_id, about)
      if (member === null || (yield* automatic.subject(organization_id, reference)) === null) return
      const key = noticeKey(reference)
      const draft = { key, recipient: { name: member.full_name, email: member.email }, ...noticeText(about, author, consoleUrl) }
      yield* messages.notify(by, key, (sender, context) => notify(draft, sender, context))
    }), { discard: true })
  })

  const send = Effect.fnUntraced(function*(by: Worker, mail: AutomaticMail) {
    if (mail.kind === "notice") return yield* tell(by, mail)
    if (mail.kind === "invitations") return yield* invite(by, mail.interview_id)
    if (mail.kind === "letter") yield* writeLetter(by, mail)
    // The event that undid it may have been read before, by another process.
    if (mail.kind === "withdrawal" || mail.purpose === "rejection") yield* withdraw(by, mail.application_id)
  })

  return Effect.fn("AutomaticMails.run")(function*(organization_id: OrganizationId) {
    for (let batch = yield* automatic.next(organization_id); batch !== null; batch = yield* automatic.next(organization_id)) {
      const account = yield* accounts.get(organization_id)
      for (const event of batch.events) {
        const by: Worker = { organization_id, worker, request_id: event.request_id }
        // What cannot be written, such as a mail to somebody without an address, holds up none of the others.
        yield* Effect.forEach(automaticMails(event, account), (mail) =>
          send(by, mail).pipe(Effect.catch((failure) =>
            Effect.logInfo("No mail follows from an event", { event: event.id, failure: failure._tag }))), { discard: true })
      }
      yield* automatic.complete(organization_id, batch)
    }
  })
})
