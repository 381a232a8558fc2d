/** Tells mails of programs from those of people. */
import { header, type Headers, keyword, parameter } from "./Headers.ts"

const isReport = (headers: Headers): boolean => keyword(headers, "content-type") === "multipart/report"

/** The address that reports come from (RFC 5321, section 4.5.5). */
const isFromNobody = (headers: Headers): boolean => /^<\s*>$/.test(header(headers, "return-path"))

/** Headers of programs older than RFC 3834, or beside it. */
const marks = ["x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply", "x-auto-response-suppress", "x-failed-recipients"]

const precedences = new Set(["auto_reply", "auto-reply", "bulk", "junk", "list"])

/** Tells whether a program sent the mail: by `Auto-Submitted` (RFC 3834, section 5), and by what others use. The subject says nothing. */
export const isAutomatic = (headers: Headers): boolean => {
  const submitted = keyword(headers, "auto-submitted")
  if (submitted !== "" && submitted !== "no") return true
  return marks.some((name) => headers.has(name) && !["", "no", "none"].includes(keyword(headers, name))) ||
    precedences.has(keyword(headers, "precedence")) || isReport(headers)
}

/** Names and addresses of mail servers. */
const daemon = /(?:^|[\s<"])mailer-daemon(?:[\s@>"]|$)|mail delivery (?:sub)?system/i

/** An address that is a person's, too (RFC 2142). */
const postmaster = /(?:^|[\s<"])postmaster(?:[\s@>"]|$)/i

/** Tells whether the mail is a report of the delivery of another one: as RFC 3464 writes it, or as mail servers do without it. */
export const isDeliveryReport = (headers: Headers): boolean => {
  if (isReport(headers)) return ["", "delivery-status", "global-delivery-status"].includes(parameter(headers, "content-type", "report-type"))
  const from = header(headers, "from")
  return headers.has("x-failed-recipients") || daemon.test(from) || (isFromNobody(headers) || postmaster.test(from)) && !headers.has("in-reply-to")
}
