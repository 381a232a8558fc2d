/** Maps replies of SMTP servers to outcomes of a mail and problems of the server (RFC 5321, 3463 and 2034). */
import type { Doubt } from "@candor/domain/mail/Doubt"
import { flood, type Trouble } from "@candor/domain/mail/MailServer"

/** The outcome of a mail. */
export type Outcome =
  | {
    readonly status: "sent"
    /** The server's reply. */
    readonly words: string
    /** The Message-ID that the server assigned instead of the mail's own, to which replies refer; usually null. */
    readonly messageId: string | null
  }
  /** The mail is refused permanently. */
  | { readonly status: "refused"; readonly words: string }
  /** The mail should be retried. */
  | { readonly status: "later"; readonly words: string }
  /**
   * The server fails for any mail. `doubt` is set if it had accepted the sender: then this mail may be the cause, which
   * the next mail will show.
   */
  | { readonly status: "trouble"; readonly trouble: Trouble; readonly doubt?: Doubt }

/** The used fields of nodemailer's errors. */
export interface SmtpError {
  readonly message: string
  readonly code?: string | undefined
  readonly originalCode?: string | undefined
  readonly command?: string | undefined
  readonly response?: string | undefined
  readonly responseCode?: number | undefined
}

/** Maximum characters of a reply that are kept. */
const maxWords = 500

/** Returns a reply as one line, with its code once: "550 5.1.1 No such user here". */
export const wordsOf = (reply: string): string => {
  const lines = reply.split("\n").map((line) => line.replace(/[\s\p{Cc}]+/gu, " ").trim())
  const [first = ""] = lines
  const code = /^\d{3}(?=[- ])/.exec(first)?.[0] ?? ""
  const enhanced = /^\d{3}[- ]([245]\.\d{1,3}\.\d{1,3})\b/.exec(first)?.[1]
  const rest = lines.map((line) => {
    const text = line.replace(/^\d{3}[- ]/, "")
    return enhanced !== undefined && text.startsWith(enhanced) ? text.slice(enhanced.length).trim() : text
  })
  return [code, enhanced, ...rest].filter((part) => part !== undefined && part !== "").join(" ").slice(0, maxWords)
    .toWellFormed()
}

/** A parsed reply. */
interface Reply {
  readonly code: number
  /** The enhanced status code without its class, such as `7.1`; empty if there is none. */
  readonly detail: string
  readonly words: string
}

const replyOf = ({ response = "" }: SmtpError): Reply => {
  const words = wordsOf(response)
  const [, code, detail = ""] = /^(\d{3})(?: [245]\.(\d{1,3}\.\d{1,3}))?/.exec(words) ?? []
  return { code: Number(code ?? 0), detail, words }
}

type Problem = Trouble["problem"]

/**
 * Replies about the account, whatever the recipient, in the words of Postfix, Exim, qmail, Exchange, Gmail, SES and
 * others.
 */
const accountSayings: ReadonlyArray<readonly [RegExp, Problem]> = [
  [/must issue a starttls|starttls (command )?(is )?(required|first)|encryption (is )?required/i, "encryption"],
  [
    /authentication (is )?(required|needed)|(must|need to|please) (first )?authenticate|not authenticated|smtp auth/i,
    "authentication"
  ],
  [
    /client host .*(rejected|blocked|listed)|(helo|ehlo) command rejected|unauthorized ip|\bfrom (this|your) ip\b/i,
    "refused"
  ],
  [
    /\brelay(ing|ed)?\b.*\b(denied|disallowed|prohibited|not)\b|(\bnot|n't)\b.*\brelay(ing|ed)?\b|unable to relay/i,
    "refused"
  ],
  [/\brcpthosts\b/i, "refused"],
  [
    /sender (address )?(is )?(rejected|not allowed|not verified|denied)|send ?as ?denied|\bsend (as|from|on behalf of)\b|\b(not|isn't) owned by\b/i,
    "sender_refused"
  ],
  [
    /(\bnot |n't |\bun|\bpending )(yet |been )*(verified|confirmed|registered)\b|verified sender|sender (signature|identity)|pending verification/i,
    "sender_refused"
  ],
  [
    /^(?!.*\b(virus|malware|phish)).*\b(unpaid|overdue|past due|invoices?|billing|payments?|subscription|trial|credits?|sandbox)\b/i,
    "refused"
  ],
  [
    /\b(your|sender'?s?|sending|smtp|this) (e-?mail |mail |smtp )?(account|access|domain|tenant|service)\b.*\b(suspend|disabl|block|lock|paus|clos|inactiv|deactivat|terminat|restrict|expir|bann|pending|not (yet )?(activ|approv|allow|enabl))/i,
    "refused"
  ],
  [
    /\b(sending|outgoing|outbound)\b.*\b(suspended|disabled|blocked|paused|restricted|banned|not (yet )?(activated|approved|allowed|enabled))\b|banned send(er|ing)/i,
    "refused"
  ],
  [/your (mailbox|account|storage)\b.*\b(full|quota|exceeded)/i, "mailbox_full"]
]

/** Replies that may be about the account or about the recipient. */
const sayings: ReadonlyArray<readonly [RegExp, Problem]> = [
  [
    /(sending|sender'?s?|message|outgoing|relay|hourly|daily|user) (sending |message |mail )?(rate|limit|quota)|(rate|sending) limit|throttl|too many (messages|mails|e-?mails|connections)|max(imum)? (defers|e-?mails)/i,
    "busy"
  ]
]

/** Enhanced status codes about the account, without their class: of RFC 3463, 4954 and 7372, and of Exchange Online. */
const accountCodes: ReadonlyArray<readonly [RegExp, Problem]> = [
  [/^(1\.[78]|7\.60)$/, "sender_refused"],
  [/^7\.57$/, "authentication"],
  // A tenant or its address that does not exist, or was blocked because of what it sent.
  [/^7\.(50[1-3]|506|511|54|64|6(0[6-9]|[1-4]\d)|7\d\d)$/, "refused"],
  [/^(4\.5|3\.1|3\.2|1\.90|7\.(508|23[236]))$/, "busy"]
]

/** Replies about the mail or its recipient that resemble replies about the account. */
const ofThisMail =
  /gr[ae]y-?list|trying to (contact|reach)|tried to (contact|reach)|recipient'?s? (mailbox|inbox|address|account)|\b(spf|dkim|dmarc)\b|no such|recipient address rejected: (?!.*relay)|(user|recipient|mailbox) (is )?(unknown|not found)|(unknown|invalid) (user|recipient|mailbox)/i

/** What a reply to RCPT or DATA says about the server, and whether it can only be about the account. */
interface Said {
  readonly problem: Problem
  readonly isOfAccount: boolean
}

const first = (
  known: ReadonlyArray<readonly [RegExp, Problem]>,
  text: string,
  isOfAccount: boolean
): Said | undefined => {
  const problem = known.find(([pattern]) => pattern.test(text))?.[1]
  return problem === undefined ? undefined : { problem, isOfAccount }
}

/** Returns the server's problem in a reply to RCPT or DATA; undefined if the reply is about the mail. */
const saidProblem = ({ code, detail, words }: Reply): Said | undefined => {
  if (code === 421) return { problem: "busy", isOfAccount: false }
  if (code === 530 || code === 535)
    return { problem: /starttls|encrypt/i.test(words) ? "encryption" : "authentication", isOfAccount: true }
  const ofCode = first(accountCodes, detail, true)
  if (ofCode !== undefined) return { ...ofCode, isOfAccount: ofCode.problem !== "busy" }
  return ofThisMail.test(words) ? undefined : first(accountSayings, words, true) ?? first(sayings, words, false)
}

/** Codes for an unknown command, or a wrong sequence of commands (RFC 5321, section 4.2.3). */
const commandRefused = new Set([500, 502, 503, 504, 555])

/** Returns the problem in a reply to MAIL FROM; undefined if it is about this mail. */
const senderProblem = (reply: Reply): Problem | undefined => {
  const { code, detail, words } = reply
  if (detail === "2.2") return "mailbox_full"
  if (detail === "3.4" || detail === "2.3" || detail === "6.7") return undefined
  const said = saidProblem(reply)
  if (said !== undefined) return said.problem
  if (code < 500) return "busy"
  if (code === 552) return /size|large|big/i.test(words) ? undefined : "mailbox_full"
  return commandRefused.has(code) ? "refused" : "sender_refused"
}

const ofMail = ({ code, words }: Reply): Outcome => ({
  status: code >= 500 && code !== 503 ? "refused" : "later",
  words
})

/** Errors of certificates, as Node and OpenSSL name them. */
const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ALTNAME|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)/

/** Returns why connecting or authenticating failed. */
export const troubleOf = (error: SmtpError): Trouble => {
  const { code, words } = replyOf(error)
  const said = words === "" ? null : words
  if (error.code === "EAUTH")
    return { problem: code >= 400 && code < 500 && code !== 432 ? "busy" : "authentication", detail: said }
  if (said !== null && error.command === "STARTTLS" && code !== 421) return { problem: "encryption", detail: said }
  if (said !== null) return { problem: code < 500 ? "busy" : "refused", detail: said }
  if (error.message === flood.detail) return flood
  if (error.code === "ETIMEDOUT" || error.originalCode === "ETIMEDOUT") return { problem: "no_answer", detail: null }
  if (certificateCodes.test(error.originalCode ?? "") || /certificate/i.test(error.message))
    return { problem: "certificate", detail: error.message }
  const isTls = error.code === "ETLS" || /SSL|TLS|^EPROTO$/.test(error.originalCode ?? "")
  return { problem: isTls ? "encryption" : "unreachable", detail: null }
}

/** How far the transfer of a mail had come. */
interface Progress {
  readonly hasTakenSender: boolean
  readonly hasBegun: boolean
}

/**
 * Returns what an error after authentication means. `hasBegun` says whether DATA was sent: if the connection ends after
 * that, but before the reply, the server may already have the mail. It is sent again, with the same Message-ID.
 */
export const outcomeOf = (error: SmtpError, { hasBegun, hasTakenSender }: Progress): Outcome => {
  const reply = replyOf(error)
  if (reply.code === 0) {
    if (error.code === "EMESSAGE" || error.code === "EENVELOPE") return { status: "refused", words: error.message }
    if (error.code === "ESTREAM")
      return { status: "later", words: `The mail could not be read: ${error.message}`.slice(0, maxWords) }
    if (hasBegun) return { status: "later", words: "The connection ended before the server answered" }
    return { status: "trouble", trouble: troubleOf(error), ...(hasTakenSender ? { doubt: "unknown" } : {}) }
  }
  if (error.command === "MAIL FROM") {
    const problem = senderProblem(reply)
    return problem === undefined ? ofMail(reply) : { status: "trouble", trouble: { problem, detail: reply.words } }
  }
  const said = saidProblem(reply)
  if (said === undefined) return ofMail(reply)
  return {
    status: "trouble",
    trouble: { problem: said.problem, detail: reply.words },
    doubt: said.isOfAccount ? "account" : "unknown"
  }
}
