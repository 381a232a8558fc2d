/** The mail account of the organization. */
import { described, named } from "@candor/domain/Described"
import { Provider } from "@candor/domain/connection/Connection"
import { ConnectedServers } from "@candor/domain/mail/ConnectedAccount"
import { MailAccount, MailAccountDraft } from "@candor/domain/mail/MailAccount"
import { MailProblem } from "@candor/domain/mail/MailServer"
import { ShownEmail } from "@candor/domain/Text"
import { Duration, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AdminScope } from "./Authorization.ts"
import { bodyErrors, documented, noQuery, OperationTimeout } from "./Endpoint.ts"
import * as Errors from "./Errors.ts"
import { IsResource } from "./Resource.ts"
import { TalksToServers } from "./SafeWriting.ts"

const OneAccount = Schema.Struct({
  mail_account: MailAccount,
  is_logged: Schema.Boolean.pipe(
    described(
      "Whether the service writes mails to its log instead of sending them, for testing (`CANDOR_MAIL=log`)",
      false
    )
  ),
  public_url: Schema.NullOr(Schema.String).pipe(described(
    "The address of this server for links in emails to members; null without `CANDOR_PUBLIC_URL`, and then " +
      "these emails have no links",
    "https://candor.example"
  )),
  providers: Schema.Array(Provider).pipe(
    described(
      "The providers whose accounts can be connected in the console: the operator has registered an app there",
      ["google"]
    )
  ),
  connected_servers: Schema.NullOr(ConnectedServers).pipe(described(
    "The servers that accept the connected account instead of a password; null if no account is connected",
    null
  ))
})

const Attempt = Schema.Struct({
  problem: Schema.NullOr(MailProblem).pipe(described("Why the server does not work; null if it works", null)),
  detail: Schema.NullOr(Schema.String).pipe(described("The server's message; null if there is none", null))
}).pipe(named("MailAttempt", "The result of an attempt at a mail server"))

const MailTest = Schema.Struct({
  recipient: Schema.NullOr(ShownEmail).pipe(
    described(
      "The calling member's address that a mail was sent to; null if none was sent",
      "jonas.lindqvist@harbor-analytics.example"
    )
  ),
  smtp: Schema.NullOr(Attempt).pipe(
    described("The result for the sending server; null if there is none", { problem: null, detail: null })
  ),
  imap: Schema.NullOr(Attempt).pipe(
    described("The result for the mailbox; null if none is read", { problem: null, detail: null })
  )
}).pipe(named("MailTest", "The result of a test of the mail account"))

export class MailAccounts extends HttpApiGroup.make("MailAccounts")
  .add(
    HttpApiEndpoint.get("get", "/organization/mail", { query: noQuery, success: OneAccount }).annotate(IsResource, true)
      .annotateMerge(
        documented(
          "Get the mail account",
          "Returns how the organization sends and receives mail, and the state of its servers. Passwords and " +
            "tokens are never shown."
        )
      ),
    HttpApiEndpoint.put("put", "/organization/mail", {
      query: noQuery,
      payload: MailAccountDraft,
      success: OneAccount,
      error: bodyErrors
    })
      .middleware(AdminScope)
      .annotateMerge(
        documented(
          "Replace the mail account",
          "Omitted fields get their defaults. An omitted password is kept only if the host, port, security and " +
            "username of its server stay the same. Servers of `connected_servers` need no password. Queued mails " +
            "are tried immediately with the new account."
        )
      ),
    HttpApiEndpoint.post("test", "/organization/mail/test", {
      query: {
        send: Schema.optionalKey(
          Schema.Literals(["true", "false"]).pipe(
            described("`false` only signs in to the servers and sends nothing", "false")
          )
        )
      },
      success: Schema.Struct({ mail_test: MailTest }),
      error: [Errors.InvalidRequest]
    }).middleware(AdminScope)
      .annotate(OperationTimeout, Duration.minutes(1))
      .annotate(TalksToServers, true)
      .annotateMerge(
        documented(
          "Test the mail account",
          "Sends a mail to the calling member, unless `send` is false or in a dry run, opens the mailbox, and returns both results."
        )
      )
  )
  .annotate(OpenApi.Title, "Mail account")
  .annotate(OpenApi.Description, "How the organization sends and receives mail.")
{}
