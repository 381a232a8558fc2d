/** Writes the daily digests: for each member who wants one, in their morning, if anything waits for them. */
import type { Worker } from "@candor/domain/access/Actor"
import type { OrganizationId } from "@candor/domain/Id"
import { AutomaticMails } from "@candor/domain/mail/AutomaticMails"
import { planDigests } from "@candor/domain/mail/Digest"
import { notify } from "@candor/domain/mail/Letter"
import { Messages } from "@candor/domain/mail/Messages"
import { CurrentZones } from "@candor/domain/time/Zones"
import { now, type Timestamp } from "@candor/domain/Timestamp"
import { MailTransport } from "@candor/mail/MailTransport"
import { digests } from "@candor/sql/queue/MailWork"
import { Cause, Effect, Layer } from "effect"
import { consume } from "../queue/Consumer.ts"
import { repeating } from "../Repeating.ts"
import { consoleOf, digestText } from "./Notices.ts"

const worker = "digests"

export const make = Effect.gen(function*() {
  const automatic = yield* AutomaticMails
  const messages = yield* Messages
  const { publicUrl } = yield* MailTransport
  const zones = yield* CurrentZones
  const consoleUrl = consoleOf(publicUrl)

  const planOf = Effect.fnUntraced(function*(organization_id: OrganizationId, time: Timestamp) {
    const readers = yield* automatic.digestReaders(organization_id)
    yield* automatic.queueDigests(organization_id, readers, planDigests(readers, zones, time))
  })

  /** Queues the digests that are due at a time. A failure in one organization does not affect the others. */
  const plan = Effect.fnUntraced(function*(time: Timestamp) {
    for (let last: OrganizationId | null | undefined = null; last !== undefined;) {
      const due: ReadonlyArray<OrganizationId> = yield* automatic.withDigests(time, last)
      yield* Effect.forEach(
        due,
        (organization_id) =>
          planOf(organization_id, time).pipe(Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause)
              ? Effect.failCause(cause)
              : Effect.logWarning("Daily digests could not be planned", { organization_id }, cause)
          )),
        { discard: true }
      )
      last = due.at(-1)
    }
  })

  /** Writes a digest, once for each member and day. */
  const write = Effect.fn("Digests.write")(
    function*({ day, member_id, organization_id, since }: typeof digests.element.Type) {
      const by: Worker = { organization_id, worker, request_id: worker }
      const member = yield* automatic.member(organization_id, member_id, "digest")
      const text = member === null
        ? null
        : digestText(yield* automatic.waiting(organization_id, member, since), consoleUrl, member.language)
      if (member === null || text === null) return
      const key = `digest ${day} ${member_id}`
      const draft = { key, recipient: { name: member.full_name, email: member.email }, ...text }
      yield* messages.notify(by, key, (sender, context) => notify(draft, sender, context)).pipe(
        Effect.catchTag("MailNotSetUp", () => Effect.void)
      )
    }
  )

  return { plan, write }
})

export const layer = Layer.unwrap(Effect.map(make, ({ plan, write }) =>
  Layer.merge(
    repeating("10 minutes", "Daily digests could not be planned", Effect.flatMap(now, plan)),
    Layer.effectDiscard(consume({ ...digests, concurrency: 2, maxAttempts: 20, handle: write }))
  )))
