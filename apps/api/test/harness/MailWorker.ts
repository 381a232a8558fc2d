/** A worker for mails beside a server, with the settings of both. */
import * as Mailbox from "@candor/background/mail/Mailbox"
import * as Outbox from "@candor/background/mail/Outbox"
import { MailTransport } from "@candor/mail/MailTransport"
import * as Queue from "@candor/sql/queue/Queue"
import { ConfigProvider, Effect, Exit, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { World } from "./World.ts"

export const settings = { CANDOR_MAIL_PRIVATE: "allow", CANDOR_SECRET_KEY: Buffer.alloc(32, 7).toString("base64") }

const work = Layer.mergeAll(Mailbox.layer, Outbox.layer).pipe(
  Layer.provide([MailTransport.layer, Queue.layer]),
  Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settings)))
)

/** Sends and reads mails until it is stopped. */
export const mailWorker = async ({ backend }: World) => {
  const scope = Scope.makeUnsafe()
  await backend.run(Layer.buildWithScope(work, scope))
  return { stop: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/** Ends the time in which a letter can be undone. */
export const sendNow = ({ backend }: World) =>
  backend.run(Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.andThen(
      sql`UPDATE messages SET due_at = now() WHERE status = 'queued'`,
      sql`UPDATE queue SET visible_at = now() WHERE queue_name = 'mails' AND state = 'pending'`
    )))
