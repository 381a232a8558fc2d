/** The connected account at a provider that signs in to mail servers, in place of a password. */
import { Schema, Struct } from "effect"
import { Provider } from "../connection/Connection.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { Timestamp } from "../Timestamp.ts"
import { SmtpServer } from "./MailServer.ts"

export const ConnectedAccount = Schema.Struct({
  provider: Provider,
  account: Schema.String.pipe(described("The address of the account", "jobs@harbor-analytics.example")),
  connected_at: Timestamp.pipe(described("When the app was connected", example.time.keyCreated))
}).pipe(named("ConnectedAccount", "An account at a provider that somebody has connected in the console"))
export interface ConnectedAccount extends Schema.Schema.Type<typeof ConnectedAccount> {}

const target = Schema.Struct(Struct.pick(SmtpServer.fields, ["host", "port", "security"]))
const server = (use: string, host: string, port: number) =>
  target.pipe(described(`The server that ${use}`, { host, port, security: "tls" }))

export const ConnectedServers = Schema.Struct({
  smtp: server("sends mails", "smtp.gmail.com", 465),
  imap: server("has the mailbox", "imap.gmail.com", 993)
})
  .pipe(named("ConnectedServers", "The servers of a provider"))
export interface ConnectedServers extends Schema.Schema.Type<typeof ConnectedServers> {}
