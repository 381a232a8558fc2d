import { OAuthConnections } from "@candor/connections/OAuthConnections"
import { Secrets } from "@candor/connections/Secrets"
import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import type { Actor } from "@candor/domain/access/Actor"
import { Connections } from "@candor/domain/connection/Connections"
import type { OrganizationId } from "@candor/domain/Id"
import {
  type EncryptedPasswords,
  type MailAccountDraft,
  type MailAccountState,
  replace
} from "@candor/domain/mail/MailAccount"
import { MailAccounts } from "@candor/domain/mail/MailAccounts"
import { MailNotSetUp } from "@candor/domain/mail/Message"
import { Members } from "@candor/domain/organization/Members"
import { Organizations } from "@candor/domain/organization/Organizations"
import { Transactions } from "@candor/domain/Transactions"
import { MailProviders } from "@candor/mail/MailProviders"
import { MailTransport } from "@candor/mail/MailTransport"
import * as MailTest from "@candor/mail/MailTest"
import { Effect, Redacted, Struct } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { IsDryRun } from "../idempotency/Safeguards.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "MailAccounts",
  Effect.fnUntraced(function*(handlers) {
    const accounts = yield* MailAccounts
    const connections = yield* Connections
    const { providers } = yield* OAuthConnections
    const known = yield* MailProviders
    const secrets = yield* Secrets
    const transactions = yield* Transactions
    const members = yield* Members
    const organizations = yield* Organizations
    const test = yield* MailTest.make
    const { isLog: is_logged, publicUrl: public_url } = yield* MailTransport
    /** The mail servers that the connected account signs in to. */
    const serversOf = ({ connection }: Pick<MailAccountState, "connection">) =>
      connection === null ? null : Struct.pick(known[connection.provider], ["smtp", "imap"])

    const shown = ({ imap_secret: _, smtp_secret: __, version: ___, ...mail_account }: MailAccountState) => ({
      mail_account,
      is_logged,
      public_url,
      providers,
      connected_servers: serversOf(mail_account)
    })

    const encrypted = (organization_id: OrganizationId, server: "smtp" | "imap", draft: MailAccountDraft) => {
      const password = draft[server]?.password
      return typeof password === "string"
        ? secrets.encrypt({ organization_id, account: server }, Redacted.make(password))
        : Effect.succeed(null)
    }

    /** Replaces the account, and ends a connection that is no longer used. */
    const replaced = Effect.fnUntraced(
      function*(actor: Actor, payload: MailAccountDraft, passwords: EncryptedPasswords) {
        const { organization_id } = actor
        let before: MailAccountState["connection"] = null
        const account = yield* accounts.modify(actor, (account, context) => {
          before = account.connection
          return replace(account, payload, passwords, { ...context, actor }, serversOf(account))
        })
        const ended = account.connection === null ? before as MailAccountState["connection"] : null
        if (ended !== null) yield* connections.remove({ organization_id, owner: "mail" }, ended.connected_at)
        return { value: account, isKept: true }
      }
    )

    return handlers.handleAll({
      get: Effect.fnUntraced(function*() {
        const { actor } = yield* Caller
        return shown(yield* accounts.get(actor.organization_id))
      }),
      put: Effect.fnUntraced(function*({ payload }) {
        const { actor } = yield* Caller
        const smtp = yield* encrypted(actor.organization_id, "smtp", payload)
        const imap = yield* encrypted(actor.organization_id, "imap", payload)
        return shown(yield* transactions.run(replaced(actor, payload, { smtp, imap }), { isSnapshot: false }))
      }, Effect.mapError(toError)),
      test: Effect.fnUntraced(function*({ query: { send } }) {
        const { actor } = yield* Caller
        const account = yield* accounts.get(actor.organization_id)
        const { email, full_name } = yield* members.get(actor.organization_id, actor.user_id).pipe(Effect.orDie)
        const { language } = yield* Effect.orDie(organizations.get(actor.organization_id))
        const tested = (from: string | null) => test(account, from, { name: full_name, email }, language ?? "en")
        if (send === "false" || (yield* IsDryRun))
          return { mail_test: { recipient: null, ...(yield* tested(null)) } }
        if (account.sender_email === null || account.smtp === null)
          return yield* new MailNotSetUp()
        return { mail_test: { recipient: email, ...(yield* tested(account.sender_email)) } }
      }, Effect.mapError(toError))
    })
  })
)
