/** The mail servers of the providers whose accounts can be connected, and the OAuth scopes for them. */
import type { Provider } from "@candor/domain/connection/Connection"
import type { ConnectedServers } from "@candor/domain/mail/ConnectedAccount"
import { Context } from "effect"

interface MailProvider extends ConnectedServers {
  readonly scopes: ReadonlyArray<string>
}

export const MailProviders = Context.Reference<{ readonly [Name in Provider]: MailProvider }>(
  "@candor/mail/MailProviders",
  {
    defaultValue: () => ({
      google: {
        scopes: ["https://mail.google.com/"],
        smtp: { host: "smtp.gmail.com", port: 465, security: "tls" },
        imap: { host: "imap.gmail.com", port: 993, security: "tls" }
      },
      microsoft: {
        scopes: ["https://outlook.office.com/IMAP.AccessAsUser.All", "https://outlook.office.com/SMTP.Send"],
        smtp: { host: "smtp.office365.com", port: 587, security: "starttls" },
        imap: { host: "outlook.office365.com", port: 993, security: "tls" }
      }
    })
  }
)
