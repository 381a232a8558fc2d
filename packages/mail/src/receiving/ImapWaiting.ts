/** Waits for new mail. */
import type { Trouble } from "@candor/domain/mail/MailServer"
import { Effect } from "effect"
import { command, ImapSettings, type OpenMailbox } from "./ImapConnection.ts"

/**
 * Returns true when there is new mail, which the server reports with IDLE, or room for mails that wait for it. Returns
 * false when the folder is to be reopened, which is sooner if the server does not report new mail.
 */
export const waiting = <E, R>(
  mailbox: OpenMailbox,
  hasRoom: Effect.Effect<boolean, E, R>
): Effect.Effect<boolean, E | Trouble, R> =>
  Effect.gen(function*() {
    const { client } = mailbox
    const { pollMillis, recheckMillis = 30_000 } = yield* ImapSettings
    const idle = client.capabilities.has("IDLE") ? Effect.ignore(command(mailbox, () => client.idle())) : Effect.void
    const late = Effect.as(
      Effect.raceFirst(Effect.andThen(idle, Effect.sleep(pollMillis)), Effect.sleep(recheckMillis)),
      false
    )
    const room = Effect.as(Effect.repeat(Effect.delay(hasRoom, pollMillis), { until: (has) => has }), true)
    return yield* Effect.raceAllFirst([Effect.as(mailbox.changed, true), late, mailbox.ended, room])
  })
