/** Maps answers of SMTP servers to outcomes of a mail and problems of the server (RFC 5321, 3463 and 2034). */
import type { Trouble } from "@candor/domain/mail/MailServer"

/** What became of a mail. */
export type Outcome =
  | {
    readonly status: "sent"
    /** What the server said. */
    readonly words: string
    /** The Message-ID that the server gave the mail in the place of its own; null mostly. Replies name this one. */
    readonly messageId: string | null
  }
  /** This mail is refused for good. */
  | { readonly status: "refused"; readonly words: string }
  /** This mail is to be tried again. */
  | { readonly status: "later"; readonly words: string }
  /** The server does not work, for no mail. */
  | { readonly status: "trouble"; readonly trouble: Trouble }

/** The error of nodemailer, as far as it is read. */
export interface SmtpError {
  readonly message: string
  readonly code?: string | undefined
  readonly originalCode?: string | undefined
  readonly command?: string | undefined
  readonly response?: string | undefined
  readonly responseCode?: number | undefined
}

/** The longest words that are kept, in characters. */
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
  return [code, enhanced, ...rest].filter((part) => part !== undefined && part !== "").join(" ").slice(0, maxWords).toWellFormed()
}

/** A reply, read. */
interface Reply {
  readonly code: number
  /** The enhanced status code without its class, such as `7.1`; empty where there is none. */
  readonly detail: string
  readonly words: string
}

const replyOf = ({ response = "" }: SmtpError): Reply => {
  const words = wordsOf(response)
  const [, code, detail = ""] = /^(\d{3})(?: [245]\.(\d{1,3}\.\d{1,3}))?/.exec(words) ?? []
  return { code: Number(code ?? 0), detail, words }
}

type Problem = Trouble["problem"]

/** Answers that say more than their codes do, in the words of Postfix, Exim, Exchange, Gmail and others. */
const sayings: ReadonlyArray<readonly [RegExp, Problem]> = [
  [/must issue a starttls|starttls (command )?(is )?(required|first)|encryption (is )?required/i, "encryption"],
  [/authentication (is )?(required|needed)|(must|need to|please) (first )?authenticate|not authenticated|smtp auth/i, "authentication"],
  [/client host .*(rejected|blocked|listed)|(helo|ehlo) command rejected|\brelay(ing)?\b.*\b(denied|prohibited|not)\b|unable to relay/i, "refused"],
  [/sender address rejected|send ?as ?denied|\bsend (as|from|on behalf of)\b|\b(not|isn't) owned by\b/i, "sender_refused"],
  [/your (mailbox|account|storage)\b.*\b(full|quota|exceeded)/i, "mailbox_full"],
  [
    /(sending|sender'?s?|message|outgoing|relay|hourly|daily|user) (sending |message |mail )?(rate|limit|quota)|(rate|sending) limit|throttl|too many (messages|mails|e-?mails|connections)/i,
    "busy"
  ]
]

/** Answers about the mail or its receiver that sound like others about the account. */
const ofThisMail = /gr[ae]y-?list|trying to (contact|reach)|recipient'?s? (mailbox|inbox|address)|\b(spf|dkim|dmarc)\b/i

/** The problem of the server that an answer to RCPT or DATA tells of; undefined where it is about the mail. */
const saidProblem = ({ code, detail, words }: Reply): Problem | undefined => {
  if (code === 421) return "busy"
  if (code === 530 || code === 535) return /starttls|encrypt/i.test(words) ? "encryption" : "authentication"
  if (detail === "1.7" || detail === "1.8" || detail === "7.60") return "sender_refused"
  if (detail === "4.5" || detail === "3.1" || detail === "3.2") return "busy"
  return ofThisMail.test(words) ? undefined : sayings.find(([pattern]) => pattern.test(words))?.[1]
}

/** Codes of a command that is not known, or not at this point (RFC 5321, section 4.2.3). */
const commandRefused = new Set([500, 502, 503, 504, 555])

/** The problem of an answer to MAIL FROM; undefined where it is about this mail. */
const senderProblem = (reply: Reply): Problem | undefined => {
  const { code, detail, words } = reply
  if (detail === "2.2") return "mailbox_full"
  if (detail === "3.4" || detail === "2.3" || detail === "6.7") return undefined
  const said = saidProblem(reply)
  if (said !== undefined) return said
  if (code < 500) return "busy"
  if (code === 552) return /size|large|big/i.test(words) ? undefined : "mailbox_full"
  return commandRefused.has(code) ? "refused" : "sender_refused"
}

const ofMail = ({ code, words }: Reply): Outcome => ({ status: code >= 500 && code !== 503 ? "refused" : "later", words })

/** The certificate's faults, as Node and OpenSSL name them. */
const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ALTNAME|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)/

/** Returns what keeps a connection from being made, or from being authenticated to. */
export const troubleOf = (error: SmtpError): Trouble => {
  const { code, words } = replyOf(error)
  const said = words === "" ? null : words
  if (error.code === "EAUTH") return { problem: code >= 400 && code < 500 && code !== 432 ? "busy" : "authentication", detail: said }
  if (said !== null && error.command === "STARTTLS" && code !== 421) return { problem: "encryption", detail: said }
  if (said !== null) return { problem: code < 500 ? "busy" : "refused", detail: said }
  if (error.code === "ETIMEDOUT" || error.originalCode === "ETIMEDOUT") return { problem: "no_answer", detail: null }
  if (certificateCodes.test(error.originalCode ?? "") || /certificate/i.test(error.message)) return { problem: "certificate", detail: error.message }
  const isTls = error.code === "ETLS" || /SSL|TLS|^EPROTO$/.test(error.originalCode ?? "")
  return { problem: isTls ? "encryption" : "unreachable", detail: null }
}

/**
 * Returns what an error means after the server was authenticated to. `hasBegun` says whether it was asked to take the content: a
 * connection that ends between then and the answer may have left the mail with the server. It is sent again, with its Message-ID.
 */
export const outcomeOf = (error: SmtpError, hasBegun: boolean): Outcome => {
  const reply = replyOf(error)
  if (reply.code === 0) {
    if (error.code === "EMESSAGE" || error.code === "EENVELOPE") return { status: "refused", words: error.message }
    if (error.code === "ESTREAM") return { status: "later", words: `The mail could not be read: ${error.message}`.slice(0, maxWords) }
    return hasBegun ? { status: "later", words: "The connection ended before the server answered" } : { status: "trouble", trouble: troubleOf(error) }
  }
  const problem = error.command === "MAIL FROM" ? senderProblem(reply) : saidProblem(reply)
  return problem === undefined ? ofMail(reply) : { status: "trouble", trouble: { problem, detail: reply.words } }
}
