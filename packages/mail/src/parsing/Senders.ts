/** Determines who wrote a mail. */
import type { MailAddress } from "@candor/domain/mail/MailAddress"
import type { AddressHeader } from "./Headers.ts"

/** The name that lists and relays give to people whose mails they forward under their own address. */
const passedOn = /^['"\u2018\u201c]?(.+?)['"\u2019\u201d]?\s+(?:via|über|par|por|tramite)\s+\S/iu

/**
 * Returns the author of a mail. A list may put its own address into `From`, because the author's domain is signed (RFC
 * 7960). Then the author is in `X-Original-From`, `X-Original-Sender` or `Reply-To`.
 */
export const senderOf = (addresses: (name: AddressHeader) => ReadonlyArray<MailAddress>): MailAddress => {
  const [sender = { name: null, email: "" }] = [...addresses("from"), ...addresses("sender")]
  const name = passedOn.exec(sender.name ?? "")?.[1]
  if (name === undefined) return sender
  const authors = [
    ...addresses("x-original-from"),
    ...addresses("x-original-sender"),
    ...addresses("reply-to").length === 1 ? addresses("reply-to") : []
  ]
  const author = authors.find(({ email }) => email.includes("@") && email.toLowerCase() !== sender.email.toLowerCase())
  return author === undefined ? sender : { name: author.name ?? name, email: author.email }
}
