/** Creates the mails that follow from events: each once, however often its event is read. */
import type { Worker } from "@candor/domain/access/Actor"
import type { OrganizationId } from "@candor/domain/Id"
import { automaticMails, type AutomaticMail, type Notice, noticeKey } from "@candor/domain/mail/AutomaticMail"
import { AutomaticMails, type EventBatch } from "@candor/domain/mail/AutomaticMails"
import * as Delivery from "@candor/domain/mail/Delivery"
import { notify, write } from "@candor/domain/mail/Letter"
import { MailAccounts } from "@candor/domain/mail/MailAccounts"
import type { MailRuleState } from "@candor/domain/mail/MailRule"
import { MailRules, maxWaitingLetters } from "@candor/domain/mail/MailRules"
import { MailTemplates } from "@candor/domain/mail/MailTemplates"
import { Messages } from "@candor/domain/mail/Messages"
import { aboutEnded, type AutomaticLetter, lettersOf, type Occasion, stands } from "@candor/domain/mail/RuledMail"
import { Members } from "@candor/domain/organization/Members"
import { Organizations } from "@candor/domain/organization/Organizations"
import { now } from "@candor/domain/Timestamp"
import { MailTransport } from "@candor/mail/MailTransport"
import { fill } from "@candor/mail/Rendering"
import { Effect } from "effect"
import * as Invitations from "./Invitations.ts"
import * as TemplateValues from "./TemplateValues.ts"
import { consoleOf, noticeText } from "./Notices.ts"

const worker = "mails"

/** The rules of an organization, and how many more of their emails may wait to be sent. */
interface Ruling {
  readonly rules: ReadonlyArray<MailRuleState>
  readonly room: { left: number }
}

/** Makes the function that creates all mails of an organization that follow from events since its last run. */
export const make = Effect.gen(function*() {
  const accounts = yield* MailAccounts
  const automatic = yield* AutomaticMails
  const members = yield* Members
  const messages = yield* Messages
  const organizations = yield* Organizations
  const rules = yield* MailRules
  const templates = yield* MailTemplates
  const { publicUrl } = yield* MailTransport
  const consoleUrl = consoleOf(publicUrl)
  const valuesOf = yield* TemplateValues.make
  const invite = yield* Invitations.make

  const writeLetter = Effect.fnUntraced(function*(by: Worker, letter: AutomaticLetter) {
    const { application_id, cause: { at, trigger }, key, template_id } = letter
    const template = yield* templates.get(by.organization_id, template_id)
    const values = yield* valuesOf(by.organization_id, application_id, null, trigger === "interview" ? at : null)
    const text = yield* Effect.fromResult(fill(template, values))
    yield* messages.write(
      by,
      { application_id, attachment_ids: [], reply_to_id: null, key },
      (correspondence, context) => write({ ...letter, ...text }, correspondence, context)
    )
  })

  /** Queues the emails that an occasion causes, while there is room. */
  const writeLetters = Effect.fnUntraced(
    function*(by: Worker, occasion: Occasion, { room, rules }: Ruling) {
      const { organization_id } = by
      const { application_id } = occasion
      const application = yield* automatic.application(organization_id, application_id)
      if (application === null) return
      yield* Effect.forEach(
        lettersOf(occasion, rules, application, yield* now),
        (letter) => {
          if (letter.mail_rule_id !== null && room.left-- <= 0) return Effect.void
          const { mail_rule_id, template_id } = letter
          const about = { application_id, event_id: occasion.event_id, mail_rule_id, template_id }
          // An email that cannot be written does not stop those of other rules.
          return writeLetter(by, letter).pipe(
            Effect.catchTag(
              ["LimitReached", "ResourceNotFound", "TemplateInvalid"],
              (failure) => Effect.logWarning("An automatic email is left out", { ...about, failure: failure._tag })
            ),
            Effect.catch((failure) =>
              Effect.logInfo("An automatic email is left out", { ...about, failure: failure._tag })
            )
          )
        },
        { discard: true }
      )
    }
  )

  /** Cancels waiting automatic emails whose reason no longer applies. */
  const retract = Effect.fnUntraced(function*(organization_id: OrganizationId, events: EventBatch["events"]) {
    const ended = aboutEnded(events)
    if (ended.applications.length + ended.rules.length === 0) return
    const by: Worker = { organization_id, worker, request_id: worker }
    const waiting = yield* automatic.letters(organization_id, ended)
    yield* Effect.forEach(
      waiting.filter((letter) => !stands(letter)),
      ({ id }) =>
        messages.modify(by, id, Delivery.retract).pipe(
          Effect.catchTag(["MessageNotFound", "TransitionRefused"], () => Effect.void)
        ),
      { discard: true }
    )
  })

  const tell = Effect.fnUntraced(function*(by: Worker, notice: Notice) {
    const { organization_id } = by
    const { about, application_id, member_id, number, subject_id } = notice
    const told = member_id !== null
      ? [member_id]
      : application_id === null
      ? []
      : yield* automatic.correspondents(organization_id, application_id)
    const author = notice.by === null
      ? yield* Effect.map(organizations.get(organization_id), ({ name }) => name)
      : yield* Effect.map(members.get(organization_id, notice.by), ({ full_name }) => full_name)
    yield* Effect.forEach(
      new Set(told.filter((id) => id !== notice.by)),
      Effect.fnUntraced(function*(member_id) {
        const reference = { about, subject_id, member_id, ...(number === undefined ? {} : { number }) }
        const member = yield* automatic.member(organization_id, member_id, about)
        if (member === null || (yield* automatic.subject(organization_id, reference)) === null) return
        const key = noticeKey(reference)
        const draft = {
          key,
          recipient: { name: member.full_name, email: member.email },
          ...noticeText(about, author, consoleUrl, member.language)
        }
        yield* messages.notify(by, key, (sender, context) => notify(draft, sender, context))
      }),
      { discard: true }
    )
  })

  const send = Effect.fnUntraced(function*(by: Worker, mail: AutomaticMail, ruling: Ruling) {
    if (mail.kind === "notice") return yield* tell(by, mail)
    if (mail.kind === "invitations") return yield* invite(by, mail.interview_id)
    if (mail.kind === "occasion") return yield* writeLetters(by, mail, ruling)
    const { application_id, event_id } = mail
    yield* Effect.forEach(
      yield* automatic.retracted(by.organization_id, application_id),
      (before) =>
        writeLetters(by, { kind: "occasion", application_id, event_id, is_restored: true, ...before }, ruling),
      { discard: true }
    )
  })

  return Effect.fn("AutomaticMails.run")(function*(organization_id: OrganizationId) {
    for (
      let batch = yield* automatic.next(organization_id);
      batch !== null;
      batch = yield* automatic.next(organization_id)
    ) {
      const account = yield* accounts.get(organization_id)
      const all = yield* rules.all(organization_id)
      yield* retract(organization_id, batch.events)
      const room = { left: all.length === 0 ? 0 : maxWaitingLetters - (yield* rules.waiting(organization_id)) }
      for (const event of batch.events) {
        const by: Worker = { organization_id, worker, request_id: event.request_id }
        // A mail that cannot be made, for instance because there is no address, does not stop the others.
        yield* Effect.forEach(
          automaticMails(event, account),
          (mail) =>
            send(by, mail, { rules: all, room }).pipe(
              Effect.catch((failure) =>
                Effect.logInfo("No mail follows from an event", { event: event.id, failure: failure._tag })
              )
            ),
          { discard: true }
        )
      }
      if (room.left < 0) {
        yield* Effect.logWarning("Emails of rules are left out: too many wait").pipe(
          Effect.annotateLogs({ organization_id, left_out: -room.left, limit: maxWaitingLetters })
        )
      }
      yield* automatic.complete(organization_id, batch)
    }
  })
})
