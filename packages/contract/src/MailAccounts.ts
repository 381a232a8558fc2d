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
      "Whether the service shows mails in its log instead of sending them, for trying out (`CANDOR_MAIL=log`)",
      false
    )
  ),
  public_url: Schema.NullOr(Schema.String).pipe(described(
    "The address of this server, which links in emails to members lead to; null without `CANDOR_PUBLIC_URL`: those emails have no links",
    "https://candor.example"
  )),
  providers: Schema.Array(Provider).pipe(
    described(
      "The providers whose accounts can be connected in the console: the operator has registered an app there",
      ["google"]
    )
  ),
  connected_servers: Schema.NullOr(ConnectedServers).pipe(described(
    "The servers that take the connected account in the place of a password; null where none is connected",
    null
  ))
})

const Attempt = Schema.Struct({
  problem: Schema.NullOr(MailProblem).pipe(described("What keeps the server from working; null where it works", null)),
  detail: Schema.NullOr(Schema.String).pipe(described("What the server said; null where it said nothing", null))
}).pipe(named("MailAttempt", "How an attempt at a mail server ended"))

const MailTest = Schema.Struct({
  recipient: Schema.NullOr(ShownEmail).pipe(
    described(
      "Where a mail was sent: to the member who asked; null where none was",
      "jonas.lindqvist@harbor-analytics.example"
    )
  ),
  smtp: Schema.NullOr(Attempt).pipe(
    described("How the server that sends was; null where there is none", { problem: null, detail: null })
  ),
  imap: Schema.NullOr(Attempt).pipe(
    described("How the mailbox was; null where none is read", { problem: null, detail: null })
  )
}).pipe(named("MailTest", "How a test of the mail account ended"))

export class MailAccounts extends HttpApiGroup.make("MailAccounts")
  .add(
    HttpApiEndpoint.get("get", "/organization/mail", { query: noQuery, success: OneAccount }).annotate(IsResource, true)
      .annotateMerge(
        documented(
          "Get the mail account",
          "How the organization sends and receives mail, and how its servers are. Passwords and tokens are never shown."
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
          "What is left out is as at first. A password that is left out stays, if the host, port, security and username of its server do: it is told " +
            "to no other server. None is needed for those of `connected_servers`. Mails that wait are tried at once with the new account."
        )
      ),
    HttpApiEndpoint.post("test", "/organization/mail/test", {
      query: {
        send: Schema.optionalKey(
          Schema.Literals(["true", "false"]).pipe(
            described("`false` signs in to the servers, and sends nothing", "false")
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
          "Sends a mail to the member who asks unless `send` is false or it is a dry run, opens the mailbox, and says how both went."
        )
      )
  )
  .annotate(OpenApi.Title, "Mail account")
  .annotate(OpenApi.Description, "How the organization sends and receives mail.")
{}
