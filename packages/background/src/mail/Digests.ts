/** Writes the daily digests: to each member who wants it, what waits for them, once a day and where something waits. */
import type { Worker } from "@candor/domain/access/Actor"
import type { OrganizationId } from "@candor/domain/Id"
import { AutomaticMails } from "@candor/domain/mail/AutomaticMails"
import { notify } from "@candor/domain/mail/Letter"
import { Messages } from "@candor/domain/mail/Messages"
import { later, now, type Timestamp } from "@candor/domain/Timestamp"
import { MailTransport } from "@candor/mail/MailTransport"
import { Cause, Effect, Layer } from "effect"
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

  /** Does this for each, also where it failed for others; true where it failed for none. */
  const forEach = <A>(all: ReadonlyArray<A>, about: (one: A) => object, work: (one: A) => Effect.Effect<void>) =>
    Effect.map(
      Effect.forEach(all, (one) =>
        Effect.as(work(one), true).pipe(Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.as(Effect.logWarning("A daily digest could not be written", about(one), cause), false)))),
      (done) => done.every((isDone) => isDone)
    )

  const write = Effect.fnUntraced(function*(organization_id: OrganizationId, time: Timestamp) {
    const by: Worker = { organization_id, worker, request_id: worker }
    const [day, since] = [dayOf(time), later(time, -dayMillis)]
    const members = yield* automatic.interested(organization_id, "digest")
    const isDone = yield* forEach(members, ({ id }) => ({ organization_id, member_id: id }), Effect.fnUntraced(function*(member) {
      const text = digestText(yield* automatic.waiting(organization_id, member, since), consoleUrl)
      if (text === null) return
      const key = `digest ${day} ${member.id}`
      const draft = { key, recipient: { name: member.full_name, email: member.email }, ...text }
      yield* messages.notify(by, key, (sender, context) => notify(draft, sender, context)).pipe(
        Effect.catchTag("MailNotSetUp", () => Effect.void)
      )
    }))
    // Those that failed are tried again; the others have theirs, by its key.
    if (isDone) yield* automatic.digested(organization_id, day)
  })

  return Effect.fnUntraced(function*(time: Timestamp) {
    if (new Date(time).getUTCHours() < hour) return
    const day = dayOf(time)
    const forAll = Effect.fnUntraced(function*(isFirst: boolean, work: (organization_id: OrganizationId) => Effect.Effect<void>) {
      for (let last: OrganizationId | null | undefined = null; last !== undefined;) {
        const due: ReadonlyArray<OrganizationId> = yield* automatic.withoutDigest(day, isFirst, last)
        yield* forEach(due, (organization_id) => ({ organization_id }), work)
        last = due.at(-1)
      }
    })
    yield* forAll(false, (organization_id) => write(organization_id, time))
    // The day on which mail was set up ends without one.
    yield* forAll(true, (organization_id) => automatic.digested(organization_id, day))
  })
})

export const layer = Layer.unwrap(Effect.map(make, (write) => repeating("10 minutes", "Daily digests could not be written", Effect.flatMap(now, write))))
