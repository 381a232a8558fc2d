/**
 * Reminds interviewers of due scorecards, and later the person who planned the interview. Each mail is written once
 * across all processes.
 */
import type { Worker } from "@candor/domain/access/Actor"
import { noticeKey } from "@candor/domain/mail/AutomaticMail"
import { AutomaticMails } from "@candor/domain/mail/AutomaticMails"
import { notify } from "@candor/domain/mail/Letter"
import { Messages } from "@candor/domain/mail/Messages"
import { noticeOf, type ScorecardReminder } from "@candor/domain/mail/ScorecardReminder"
import { now, type Timestamp } from "@candor/domain/Timestamp"
import { MailTransport } from "@candor/mail/MailTransport"
import { Cause, Effect, Layer } from "effect"
import { repeating } from "../Repeating.ts"
import { consoleOf, noticeText } from "./Notices.ts"

const worker = "scorecards"

/** Makes the function that writes the reminders which are due at a time. */
export const make = Effect.gen(function*() {
  const automatic = yield* AutomaticMails
  const messages = yield* Messages
  const { publicUrl } = yield* MailTransport
  const consoleUrl = consoleOf(publicUrl)

  const write = Effect.fnUntraced(function*(reminder: ScorecardReminder) {
    const { organization_id } = reminder
    const reference = noticeOf(reminder)
    if (reference === null) return
    const member = yield* automatic.member(organization_id, reference.member_id, reference.about)
    if (member === null || (yield* automatic.subject(organization_id, reference)) === null) return
    const key = noticeKey(reference)
    const by: Worker = { organization_id, worker, request_id: worker }
    const draft = {
      key,
      recipient: { name: member.full_name, email: member.email },
      ...noticeText(reference.about, "", consoleUrl, member.language)
    }
    yield* messages.notify(by, key, (sender, context) => notify(draft, sender, context)).pipe(
      Effect.catchTag("MailNotSetUp", () => Effect.void)
    )
  })

  // A failed reminder is tried again, and does not stop the others.
  const remind = (reminder: ScorecardReminder) =>
    Effect.andThen(write(reminder), automatic.reminded(reminder)).pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.failCause(cause)
          : Effect.logWarning("A reminder of a scorecard could not be written", reminder, cause)
      )
    )

  return (time: Timestamp) =>
    Effect.flatMap(
      automatic.withReminders(time),
      Effect.forEach((organization) =>
        Effect.flatMap(automatic.scorecardReminders(organization, time), (due) =>
          Effect.forEach(due, remind, { discard: true })), { discard: true })
    )
})

export const layer = Layer.unwrap(
  Effect.map(
    make,
    (write) => repeating("10 minutes", "Reminders of scorecards could not be written", Effect.flatMap(now, write))
  )
)
