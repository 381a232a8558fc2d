/** Writes the daily digests: to each member who wants it, what waits for them, once a day and where something waits. */
import type { Worker } from "@candor/domain/access/Actor"
import type { OrganizationId } from "@candor/domain/Id"
import { AutomaticMails } from "@candor/domain/mail/AutomaticMails"
import { notify } from "@candor/domain/mail/Letter"
import { Messages } from "@candor/domain/mail/Messages"
import { later, now, type Timestamp } from "@candor/domain/Timestamp"
import { MailTransport } from "@candor/mail/MailTransport"
import { Effect, Layer } from "effect"
import { repeating } from "../Repeating.ts"
import { consoleOf, digestText } from "./Notices.ts"

const worker = "digests"

/** The hour of the day from which on digests are written, in UTC. */
const hour = 6

const dayMillis = 86_400_000

const dayOf = (time: Timestamp): string => time.slice(0, 10)

/** Makes the function that writes the digests of the day of a time, after their hour. Those of a day are written once, by whichever process. */
export const make = Effect.gen(function*() {
  const automatic = yield* AutomaticMails
  const messages = yield* Messages
  const { publicUrl } = yield* MailTransport
  const consoleUrl = consoleOf(publicUrl)

  const write = Effect.fnUntraced(function*(organization_id: OrganizationId, time: Timestamp) {
    const by: Worker = { organization_id, worker, request_id: worker }
    const [day, since] = [dayOf(time), later(time, -dayMillis)]
    yield* Effect.forEach(yield* automatic.interested(organization_id, "digest"), Effect.fnUntraced(function*(member) {
      const text = digestText(yield* automatic.waiting(organization_id, member, since), consoleUrl)
      if (text === null) return
      const key = `digest ${day} ${member.id}`
      const draft = { key, recipient: { name: member.full_name, email: member.email }, ...text }
      yield* messages.notify(by, key, (sender, context) => notify(draft, sender, context)).pipe(
        Effect.catchTag("MailNotSetUp", () => Effect.void)
      )
    }), { discard: true })
    yield* automatic.digested(organization_id, day)
  })

  return Effect.fnUntraced(function*(time: Timestamp) {
    if (new Date(time).getUTCHours() < hour) return
    const day = dayOf(time)
    yield* Effect.forEach(yield* automatic.withoutDigest(day, false), (organization_id) => write(organization_id, time), { discard: true })
    // The day on which mail was set up ends without one.
    yield* Effect.forEach(yield* automatic.withoutDigest(day, true), (organization_id) => automatic.digested(organization_id, day), { discard: true })
  })
})

export const layer = Layer.unwrap(Effect.map(make, (write) => repeating("10 minutes", "Daily digests could not be written", Effect.flatMap(now, write))))
