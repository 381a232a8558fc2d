/** Delivery reports for our mails: in the form of RFC 3464, and in the free forms of mail servers. */
import type { DeliveryReport } from "@candor/domain/mail/ReceivedMail"
import { storableLine } from "./Clean.ts"
import { header, type Headers, headersOf } from "./Headers.ts"
import { messageIds } from "./MessageIds.ts"

/** Maximum characters of a server's reply. */
const detailLength = 1000

/** Characters of the text that are searched for phrases of a server. */
const textLength = 64 * 1024

const outcomes: Readonly<Record<string, DeliveryReport["outcome"]>> = {
  failed: "bounced",
  delayed: "delayed",
  delivered: "delivered",
  relayed: "delivered",
  expanded: "delivered"
}

/** Worst first: a mail with a copy is reported once per recipient. */
const severity: ReadonlyArray<DeliveryReport["outcome"]> = ["bounced", "delayed", "delivered"]

interface Told {
  readonly outcome: DeliveryReport["outcome"]
  readonly detail: string | null
}

const detailOf = (text: string): string | null =>
  storableLine(text.replace(/^\s*[\w.+-]+\s*;/, ""), detailLength) || null

/** Reads the groups of a `message/delivery-status`: one for the mail, then one for each recipient (section 2.1). */
const statusOf = (text: string): Told | null => {
  const groups = text.replace(/\r\n?/g, "\n").split(/\n[ \t]*\n/).map((group) =>
    headersOf(Buffer.from(group, "latin1"))
  )
  const told = groups.flatMap((group): ReadonlyArray<Told> => {
    const outcome = outcomes[header(group, "action").replace(/\(.*/, "").trim().toLowerCase()]
    const status = header(group, "status")
    return outcome === undefined
      ? []
      : [{
        outcome,
        detail: detailOf(header(group, "diagnostic-code")) ?? (status === "" ? null : storableLine(status, 100))
      }]
  })
  return severity.flatMap((outcome) => told.filter((one) => one.outcome === outcome))[0] ?? null
}

/** Phrases of mail servers that keep trying. */
const delayed =
  /\b(?:delayed|will (?:be )?retr(?:y|ied)|has not yet been delivered|still (?:being )?(?:trying|retried)|no action is required|temporar(?:y|ily))\b/i

/** A line with a reply code (RFC 5321, section 4.2), or an enhanced status code (RFC 3463). */
const answer = /^.*?(?:\b[45]\d\d[ -#](?=.*\S)|\b[45]\.\d{1,3}\.\d{1,3}\b).*$/m

/** Phrases in reports without a code. */
const returned =
  /undeliver|could not be delivered|couldn't be delivered|delivery.{0,40}(?:fail|problem|delay)|fail.{0,20}deliver|returned (?:mail|to sender)|unable to deliver|permanent error|wasn't able to deliver|does(?:n't| not) exist|user unknown|no such (?:user|address|mailbox)|mailbox .{0,30}full|quota/i

/** Reads a report in words. Null if it does not say that a mail was returned. */
const wordsOf = (subject: string, text: string): Told | null => {
  const bounded = text.slice(0, textLength)
  const found = answer.exec(bounded)?.[0] ?? null
  const words = `${subject}\n${bounded}`
  if (found === null && !returned.test(words)) return null
  const isDelayed = delayed.test(words) && !/\b5\d\d[ -]|\b5\.\d{1,3}\.\d{1,3}\b/.test(found ?? "")
  return { outcome: isDelayed ? "delayed" : "bounced", detail: found === null ? null : detailOf(found) }
}

/** The Message-ID in the copy of a mail within a report's text. */
const quoted = /^[ \t>]*message-id:[ \t]*(?:\r?\n[ \t]+)?(<[^<>\n]+>)/im

interface ReportParts {
  readonly headers: Headers
  readonly subject: string
  readonly text: string
  /** The beginnings of each `message/delivery-status`. */
  readonly statuses: ReadonlyArray<string>
  /** The beginnings of each attached mail, or of its headers. */
  readonly originals: ReadonlyArray<string>
}

/** Returns the Message-IDs of mails that a report contains as a copy, or by their headers. */
const copied = ({ originals, text }: Pick<ReportParts, "originals" | "text">): ReadonlyArray<string> => [
  ...originals.flatMap((original) =>
    messageIds(header(headersOf(Buffer.from(original.trimStart(), "latin1")), "message-id"))
  ),
  ...messageIds(quoted.exec(text)?.[1] ?? "")
]

/** Tells whether a mail contains a copy of another one. */
export const hasCopy = (parts: Pick<ReportParts, "originals" | "text">): boolean => copied(parts).length > 0

/** Decodes xtext (RFC 3461, section 4). */
const fromXtext = (text: string): string =>
  text.replace(/\+([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

/**
 * Returns the Message-ID of the mail that a report is about: from the copy; else from the report's fields, such as
 * `Original-Envelope-Id`, which is the Message-ID that we sent; else from the mail to which the report replies.
 */
const subjectId = ({ headers, originals, statuses, text }: ReportParts): string | null => {
  // Exchange's field for the Message-ID.
  const stated = statuses.flatMap((status) =>
    messageIds(/^(?:x-original|original)-message-id:(.*)$/im.exec(status)?.[1] ?? "")
  )
  const envelopes = statuses.flatMap((status) =>
    messageIds(fromXtext(/^original-envelope-id:(.*)$/im.exec(status)?.[1] ?? ""))
  )
  const ids = [
    ...copied({ originals, text }),
    ...stated,
    ...envelopes,
    ...messageIds(header(headers, "in-reply-to")),
    ...messageIds(header(headers, "references")).toReversed(),
    ...messageIds(header(headers, "x-original-message-id"))
  ]
  return ids[0] ?? null
}

/** Returns a report's statement about one of our mails; null if it names none, or is not about a delivery. */
export const reportOf = (parts: ReportParts): DeliveryReport | null => {
  const internet_message_id = subjectId(parts)
  const told = parts.statuses.map(statusOf).find((status) => status !== null) ?? wordsOf(parts.subject, parts.text)
  return internet_message_id === null || told === null ? null : { internet_message_id, ...told }
}
