/** Texts for the problems of mail servers, and what to do about them. */
import type { MailHealth } from "@candor/client"
import { type Marked, msg } from "../../language/text.tsx"

type MailProblem = NonNullable<MailHealth["problem"]>

interface Words {
  readonly what: Marked
  readonly todo: Marked
}

export const problems: { readonly [Problem in MailProblem]: Words } = {
  access_refused: {
    what: msg("The server rejected the connected account."),
    todo: msg(
      "Ask the provider's administrator to allow IMAP and SMTP for this mailbox, then connect the account again."
    )
  },
  app_refused: {
    what: msg("The connected account's provider rejected this service."),
    todo: msg("Ask the operator of this service to check the app's client ID and secret. The secret may have expired.")
  },
  authentication: {
    what: msg("The server doesn't accept the user name or password."),
    todo: msg("Enter both again. Some providers require an app password, or must be told to allow mail apps.")
  },
  busy: {
    what: msg("The server is busy."),
    todo: msg(
      "You don't need to do anything: Candor keeps retrying. If this lasts for hours, ask your provider about sending limits."
    )
  },
  certificate: {
    what: msg("The server's certificate has expired, is for another host name, or isn't trusted."),
    todo: msg("Check the server name. If it's correct, the server's operator must renew the certificate.")
  },
  consent_ended: {
    what: msg("The provider ended the account's connection."),
    todo: msg("Choose “Reconnect”. A changed password also ends the connection.")
  },
  encryption: {
    what: msg("The server doesn't offer this encryption."),
    todo: msg("Choose the other type of encryption and its port, as your provider describes them.")
  },
  folder_missing: {
    what: msg("The mailbox doesn't have this folder."),
    todo: msg("Check the folder name. New emails are usually in INBOX.")
  },
  host_unknown: {
    what: msg("No server has this name."),
    todo: msg("Check the server name.")
  },
  inbox_full: {
    what: msg("There are too many unassigned emails, so new ones stay in the mailbox. Replies still arrive."),
    todo: msg("Assign or delete some of them under “Email”. The others then arrive automatically.")
  },
  mailbox_full: {
    what: msg("The mailbox is full."),
    todo: msg("Delete some emails, or get more space.")
  },
  no_answer: {
    what: msg("The server doesn't respond in time."),
    todo: msg("Check the name and port. If both are correct, Candor keeps retrying.")
  },
  password_unreadable: {
    what: msg("The stored password can't be read."),
    todo: msg("Enter the password again. The operator of this service may have changed the encryption key.")
  },
  private_address: {
    what: msg("The server is on a private network, which Candor doesn't connect to."),
    todo: msg("Use a server on the internet, or ask the operator of this service to allow private addresses.")
  },
  refused: {
    what: msg("The server rejected the connection."),
    todo: msg("Read the server's message, and ask your provider.")
  },
  sender_refused: {
    what: msg("The server doesn't send for this sender address."),
    todo: msg("Use an email address of this account, or ask your provider to allow this one.")
  },
  unreachable: {
    what: msg("The server can't be reached."),
    todo: msg("Check the name and port. A firewall may be blocking the connection.")
  }
}
