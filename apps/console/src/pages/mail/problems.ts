/** What keeps a mail server from working, in words, and what to do about it. */
import type { MailHealth } from "@candor/client"
import { type Marked, msg } from "../../language/text.tsx"

type MailProblem = NonNullable<MailHealth["problem"]>

interface Words {
  readonly what: Marked
  readonly todo: Marked
}

export const problems: { readonly [Problem in MailProblem]: Words } = {
  access_refused: {
    what: msg("The server does not let the connected account in."),
    todo: msg("An administrator at the provider has to allow IMAP and SMTP for this mailbox. Then connect the account again.")
  },
  app_refused: {
    what: msg("The provider of the connected account refuses this service."),
    todo: msg("The operator of this service has to check the id and the secret of the app that is registered there: secrets expire.")
  },
  authentication: {
    what: msg("The server does not accept the user name or the password."),
    todo: msg("Type both anew. Some providers want a password for programs (app password), or that access by programs is allowed first.")
  },
  busy: {
    what: msg("The server asks to come again later."),
    todo: msg("Nothing has to be done: it is tried again by itself. If it stays so for hours, ask your provider about limits.")
  },
  certificate: {
    what: msg("The certificate of the server is expired, of another name, or of nobody known."),
    todo: msg("Check the name of the server. If it is right, its operator has to renew the certificate.")
  },
  consent_ended: {
    what: msg("The provider has ended the connection of the account."),
    todo: msg("Press “Reconnect”. A changed password ends it, too.")
  },
  encryption: {
    what: msg("The server does not offer this encryption."),
    todo: msg("Choose the other kind of encryption with the port that belongs to it, as your provider names them.")
  },
  folder_missing: {
    what: msg("The mailbox has no such folder."),
    todo: msg("Check the name of the folder. The one for new mail is called INBOX.")
  },
  host_unknown: {
    what: msg("There is no server with this name."),
    todo: msg("Check the name of the server.")
  },
  inbox_full: {
    what: msg("So many mails belong to no application that further ones wait in the mailbox. Replies come in."),
    todo: msg("Assign or delete some of them under “Mail”. The ones that wait come in by themselves then.")
  },
  mailbox_full: {
    what: msg("The mailbox is full."),
    todo: msg("Make room in it, or have it enlarged.")
  },
  no_answer: {
    what: msg("The server does not answer in time."),
    todo: msg("Check name and port. If both are right, it is tried again by itself.")
  },
  password_unreadable: {
    what: msg("The stored password cannot be read any more."),
    todo: msg("Type the password anew. The operator of this service may have changed the key that encrypts it.")
  },
  private_address: {
    what: msg("The server is in a private network, where this service does not connect to."),
    todo: msg("Use a server of the internet, or ask the operator of this service to allow private addresses.")
  },
  refused: {
    what: msg("The server refuses to work with this service."),
    todo: msg("Read what it said, and ask your provider.")
  },
  sender_refused: {
    what: msg("The server does not send for this sender address."),
    todo: msg("Use an address that belongs to the account, or allow this one at your provider.")
  },
  unreachable: {
    what: msg("The server cannot be reached."),
    todo: msg("Check name and port. A firewall may stand between.")
  }
}
