/** Mails sign-in links. A mail with a link is never stored: it is sent at once, or not at all. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import * as SignIn from "@candor/domain/authentication/SignIn"
import { SignIns } from "@candor/domain/authentication/SignIns"
import type { UserId } from "@candor/domain/Id"
import { MailAccounts } from "@candor/domain/mail/MailAccounts"
import { MailNotSetUp } from "@candor/domain/mail/Message"
import { Members } from "@candor/domain/organization/Members"
import { Organizations } from "@candor/domain/organization/Organizations"
import { MailTransport } from "@candor/mail/MailTransport"
import * as MailTest from "@candor/mail/MailTest"
import { Effect } from "effect"

const english = {
  invitation: (organization: string, link: string) => ({
    subject: `Your access to Candor at ${organization}`,
    text:
      `${organization} uses Candor for hiring, and added you.\n\nChoose a password here: ${link}\n\nThe link works once and expires after ${SignIn.linkHours} hours.`
  }),
  forgotten: (organization: string, link: string) => ({
    subject: `Your password for Candor at ${organization}`,
    text:
      `Someone, hopefully you, asked for a new password for Candor at ${organization}.\n\nChoose one here: ${link}\n\n` +
      `The link works once and expires after ${SignIn.linkHours} hours. If it wasn't you, ignore this email: your password stays as it is.`
  })
}

const german: typeof english = {
  invitation: (organization, link) => ({
    subject: `Ihr Zugang zu Candor bei ${organization}`,
    text:
      `${organization} nutzt Candor für die Personalauswahl und hat Sie hinzugefügt.\n\nLegen Sie hier ein Passwort fest: ${link}\n\n` +
      `Der Link lässt sich einmal verwenden und läuft nach ${SignIn.linkHours} Stunden ab.`
  }),
  forgotten: (organization, link) => ({
    subject: `Ihr Passwort für Candor bei ${organization}`,
    text:
      `Jemand, hoffentlich Sie, hat um ein neues Passwort für Candor bei ${organization} gebeten.\n\nLegen Sie es hier fest: ${link}\n\n` +
      `Der Link lässt sich einmal verwenden und läuft nach ${SignIn.linkHours} Stunden ab. Waren das nicht Sie, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.`
  })
}

/**
 * Makes the function that mails a new sign-in link to a member, and returns the outcome. The link uses the public URL
 * that the operator set, never the address of a request.
 */
export const make = Effect.gen(function*() {
  const accounts = yield* MailAccounts
  const members = yield* Members
  const organizations = yield* Organizations
  const signIns = yield* SignIns
  const send = yield* MailTest.makeSend
  const { publicUrl, sends } = yield* MailTransport

  const mail = Effect.fnUntraced(function*(by: Actor | Worker, user_id: UserId, purpose: keyof typeof english) {
    const { organization_id } = by
    const account = yield* accounts.get(organization_id)
    if (publicUrl === null || account.sender_email === null || !sends(account)) return yield* new MailNotSetUp()
    const { email, full_name } = yield* members.get(organization_id, user_id)
    const { language, name } = yield* Effect.orDie(organizations.get(organization_id))
    const texts = language === "de" ? german : english
    const { text } = yield* signIns.issueLink(by, user_id, SignIn.issueLink)
    const link = new URL(SignIn.linkPath(text, email), publicUrl).href
    const attempt = yield* send(account, account.sender_email, { name: full_name, email }, texts[purpose](name, link))
    return { recipient: email, ...attempt }
  })
  return { mail, isPossible: publicUrl !== null }
})
