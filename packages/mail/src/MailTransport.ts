/** How mails leave: over the SMTP server of the organization, or into the log, for trying out. */
import type { MailAccountState } from "@candor/domain/mail/MailAccount"
import type { Trouble } from "@candor/domain/mail/MailServer"
import { Config, Context, Effect, Layer, Option, type Redacted, Schema, type Scope } from "effect"
import type { OutgoingMail } from "./Composing.ts"
import type { MailPolicy } from "./MailHost.ts"
import { MailSecrets } from "./Secrets.ts"
import type { Session } from "./Sending.ts"

const mode = Config.Literals(["smtp", "log"], "CANDOR_MAIL").pipe(Config.withDefault("smtp"))
const addresses = Config.Literals(["refuse", "allow"], "CANDOR_MAIL_PRIVATE").pipe(Config.withDefault("refuse"))

const PublicUrl = Schema.String.check(
  Schema.makeFilter((text) => URL.canParse(text) && /^https?:/.test(text), { expected: "an http or https address" })
)
const publicUrl = Config.option(Config.schema(PublicUrl, "CANDOR_PUBLIC_URL"))

/** All settings, for the check at the start of a program. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [mode, addresses, publicUrl]

const logged = ({ body, from, subject, to }: Pick<OutgoingMail, "from" | "subject" | "to"> & { readonly body: string }) =>
  Effect.logInfo("A mail is shown here instead of being sent (CANDOR_MAIL=log)", {
    from: from.email,
    to: to.map(({ email }) => email).join(", "),
    subject,
    body
  })

/** Shows mails in the log. */
const log: Session = {
  send: (mail) => Effect.as(logged({ ...mail, body: mail.text }), { status: "sent", words: "shown in the log", messageId: null } as const),
  verify: Effect.succeed(null)
}

export class MailTransport extends Context.Service<MailTransport, {
  /** Where the server is, for links in mails; null where the operator has not said it. */
  readonly publicUrl: string | null
  /** Whether mails are shown in the log instead of being sent. */
  readonly isLog: boolean
  /** Which servers may be reached. */
  readonly policy: MailPolicy
  /** Tells whether the mails of the account can leave. */
  readonly sends: (account: MailAccountState) => boolean
  /** The password of a server of the account; null where there is none. */
  readonly password: (account: MailAccountState, server: "smtp" | "imap") => Effect.Effect<Redacted.Redacted | null, Trouble>
  /** A session with the server of an account, whose connection ends with the scope. */
  readonly open: (account: MailAccountState) => Effect.Effect<Session, Trouble, Scope.Scope>
}>()("@candor/mail/MailTransport") {
  static readonly layer = Layer.effect(
    MailTransport,
    Effect.gen(function*() {
      const secrets = yield* MailSecrets
      const isLog = (yield* mode) === "log"
      const policy: MailPolicy = { allowsPrivate: (yield* addresses) === "allow" }

      const password = ({ id: organization_id, ...account }: MailAccountState, server: "smtp" | "imap") => {
        const secret = account[`${server}_secret`]
        return secret === null
          ? Effect.succeed(null)
          : secrets.decrypt({ organization_id, server }, secret).pipe(
            Effect.mapError((): Trouble => ({ problem: "password_unreadable", detail: null }))
          )
      }

      const open = (account: MailAccountState) =>
        isLog || account.smtp === null
          ? Effect.succeed(log)
          : Effect.gen(function*() {
            const secret = yield* password(account, "smtp")
            // Loaded with the first mail.
            const { connect } = yield* Effect.promise(() => import("./Sending.ts"))
            return yield* connect({ server: account.smtp!, password: secret, policy })
          })

      const sends = ({ sender_email, smtp }: MailAccountState) => sender_email !== null && (isLog || smtp !== null)

      const address = Option.getOrNull(yield* publicUrl)

      return MailTransport.of({ publicUrl: address, isLog, policy, sends, password, open })
    })
  ).pipe(Layer.provide(MailSecrets.layer))
}
