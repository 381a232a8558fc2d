/** Maps failures of IMAP to problems that a member can understand. */
import type { MailProblem, Trouble } from "@candor/domain/mail/MailServer"
import { Schema } from "effect"
import { storableLine } from "../parsing/Clean.ts"

/** Maximum characters of a server's reply. */
const detailLength = 500

/** The used fields of an error, from any library or layer. */
const Failure = Schema.Struct({
  code: Schema.optionalKey(Schema.Unknown),
  message: Schema.optionalKey(Schema.Unknown),
  reason: Schema.optionalKey(Schema.Unknown),
  authenticationFailed: Schema.optionalKey(Schema.Unknown),
  tlsFailed: Schema.optionalKey(Schema.Unknown),
  responseStatus: Schema.optionalKey(Schema.Unknown),
  responseText: Schema.optionalKey(Schema.Unknown),
  serverResponseCode: Schema.optionalKey(Schema.Unknown),
  response: Schema.optionalKey(Schema.Unknown),
  executedCommand: Schema.optionalKey(Schema.Unknown)
})

const textOf = (value: unknown): string => typeof value === "string" ? value : ""

/** Response codes of RFC 5530, RFC 3501 and RFC 9208. */
const ofResponseCode: Readonly<Record<string, MailProblem>> = {
  AUTHENTICATIONFAILED: "authentication",
  AUTHORIZATIONFAILED: "authentication",
  EXPIRED: "authentication",
  INUSE: "busy",
  LIMIT: "busy",
  NONEXISTENT: "folder_missing",
  NOPERM: "folder_missing",
  OVERQUOTA: "mailbox_full",
  PRIVACYREQUIRED: "encryption",
  SERVERBUG: "busy",
  THROTTLED: "busy",
  UNAVAILABLE: "busy"
}

/** Error codes of imapflow, and of Node's sockets and TLS. */
const ofCode: ReadonlyArray<readonly [codes: RegExp, problem: MailProblem]> = [
  [/^(?:CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|ETIMEOUT|ETIMEDOUT)$/, "no_answer"],
  [/^(?:ENOTFOUND|EAI_\w+)$/, "host_unknown"],
  [/CERT|SELF_SIGNED|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_CA$|^PATH_LENGTH_EXCEEDED$/, "certificate"],
  [/^ERR_SSL|^ERR_TLS|^EPROTO$|STARTTLS/, "encryption"],
  [/^ETHROTTLE$/, "busy"],
  [
    /^E(?:CONNREFUSED|CONNRESET|CONNABORTED|PIPE|HOSTUNREACH|NETUNREACH|HOSTDOWN|ADDRNOTAVAIL|ConnectionClosed)$|^NoConnection$|^StateLogout$|^ClosedAfterConnect/,
    "unreachable"
  ]
]

/** Phrases with which servers temporarily refuse a client without a code. */
const busy = /too many|try again|later|temporar|unavailable|overload|busy|limit|shutting down/i

/** Returns what a failure of the connection means. A server may give the reason in `BYE`. */
export const troubleOf = (error: unknown, bye?: string): Trouble => {
  const failure = Schema.is(Failure)(error) ? error : {}
  const said = textOf(failure.responseText) || textOf(failure.response) || textOf(failure.reason) || (bye ?? "")
  const detail = storableLine(said || textOf(failure.message), detailLength) || null
  const code = textOf(failure.code)
  const responseCode = textOf(failure.serverResponseCode).toUpperCase()
  const problem = (): MailProblem => {
    const known = ofResponseCode[responseCode]
    if (known !== undefined) return known
    if (failure.authenticationFailed === true) return busy.test(said) ? "busy" : "authentication"
    const coded = ofCode.find(([codes]) => codes.test(code))?.[1]
    if (coded === "unreachable" && said !== "" && busy.test(said)) return "busy"
    if (coded !== undefined) return coded
    if (failure.tlsFailed === true) return "encryption"
    return "refused"
  }
  return { problem: problem(), detail }
}

/** Returns why the folder cannot be opened. A refusal without a code means that it does not exist. */
export const folderTroubleOf = (error: unknown, bye?: string): Trouble => {
  const trouble = troubleOf(error, bye)
  return trouble.problem === "refused" && Schema.is(Failure)(error) && error.responseStatus === "NO"
    ? { ...trouble, problem: "folder_missing" }
    : trouble
}
