/** The transport of mails: the SMTP server of the organization, or the log, for trying out. */
import { OAuthConnections } from "@candor/connections/OAuthConnections"
import { Secrets } from "@candor/connections/Secrets"
import { isConnected, type MailAccountState } from "@candor/domain/mail/MailAccount"
import type { Trouble } from "@candor/domain/mail/MailServer"
import { Config, Context, Effect, Layer, Option, Schema, type Scope } from "effect"
import type { OutgoingMail } from "./Composing.ts"
import { type Credential, type Credentials, withPassword } from "./Credentials.ts"
import type { MailPolicy } from "./MailHost.ts"
import type { MailSession } from "./Sending.ts"

const mode = Config.Literals(["smtp", "log"], "CANDOR_MAIL").pipe(Config.withDefault("smtp"))
const addresses = Config.Literals(["refuse", "allow"], "CANDOR_MAIL_PRIVATE").pipe(Config.withDefault("refuse"))

const PublicUrl = Schema.String.check(
  Schema.makeFilter((text) => URL.canParse(text) && /^https?:/.test(text), { expected: "an http or https address" })
)
/** `CANDOR_PUBLIC_URL`: the server's public URL; none if the operator has not set it. */
export const publicUrl = Config.option(Config.schema(PublicUrl, "CANDOR_PUBLIC_URL"))

/** All settings, for the check at the start of a program. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [mode, addresses, publicUrl]

const logged = (
  { body, from, subject, to }: Pick<OutgoingMail, "from" | "subject" | "to"> & { readonly body: string }
) =>
  Effect.logInfo("A mail is shown here instead of being sent (CANDOR_MAIL=log)", {
    from: from.email,
    to: to.map(({ email }) => email).join(", "),
    subject,
    body
  })

/** Writes mails to the log. */
const log: MailSession = {
  send: (mail) =>
    Effect.as(
      logged({ ...mail, body: mail.text }),
      { status: "sent", words: "shown in the log", messageId: null } as const
    ),
  verify: Effect.succeed(null)
}

export class MailTransport extends Context.Service<MailTransport, {
  /** The server's public URL, for links in mails; null if the operator has not set it. */
  readonly publicUrl: string | null
  /** Whether mails are logged instead of sent. */
  readonly isLog: boolean
  /** Restricts the servers that may be reached. */
  readonly policy: MailPolicy
  /** Tells whether mails of the account can be sent. */
  readonly sends: (account: MailAccountState) => boolean
  /** The credentials for a server of the account. */
  readonly credentials: (account: MailAccountState, server: "smtp" | "imap") => Credentials
  /** Opens a session with the account's server. Its connection ends with the scope. */
  readonly open: (account: MailAccountState) => Effect.Effect<MailSession, Trouble, Scope.Scope>
}>()("@candor/mail/MailTransport") {
  static readonly layer = Layer.effect(
    MailTransport,
    Effect.gen(function*() {
      const secrets = yield* Secrets
      const connections = yield* OAuthConnections
      const isLog = (yield* mode) === "log"
      const policy: MailPolicy = { allowsPrivate: (yield* addresses) === "allow" }

      const credentials = (account: MailAccountState, server: "smtp" | "imap"): Credentials => {
        const { id: organization_id } = account
        const secret = account[`${server}_secret`]
        if (isConnected(account, server)) {
          return (refused) =>
            Effect.map(
              connections.token({ organization_id, owner: "mail" }, refused),
              (secret): Credential => ({ kind: "token", secret })
            )
        }
        if (secret === null) return withPassword(null)
        return () =>
          secrets.decrypt({ organization_id, account: server }, secret).pipe(
            Effect.map((secret): Credential => ({ kind: "password", secret })),
            Effect.mapError((): Trouble => ({ problem: "password_unreadable", detail: null }))
          )
      }

      const open = (account: MailAccountState) =>
        isLog || account.smtp === null
          ? Effect.succeed(log)
          : Effect.gen(function*() {
            // Loaded at the first mail.
            const { connect } = yield* Effect.promise(() => import("./Sending.ts"))
            return yield* connect({ server: account.smtp!, credentials: credentials(account, "smtp"), policy })
          })

      const sends = ({ sender_email, smtp }: MailAccountState) => sender_email !== null && (isLog || smtp !== null)

      const address = Option.getOrNull(yield* publicUrl)

      return MailTransport.of({ publicUrl: address, isLog, policy, sends, credentials, open })
    })
  ).pipe(Layer.provide([OAuthConnections.layer, Secrets.layer]))
}
