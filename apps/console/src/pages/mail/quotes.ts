/** Splits the plain text of a mail into what its sender wrote and what it quotes. */
import type { Mail } from "./mails.ts"

interface MailPart {
  readonly text: string
  readonly isQuoted: boolean
}

/** A text with the numbers of its quoted lines. */
type QuotingText = Pick<Mail, "body" | "quoted">

/** Returns the parts of a text in order, without blank ones. */
export const partsOf = ({ body, quoted }: QuotingText): ReadonlyArray<MailPart> => {
  const lines = body.split(/\r?\n/)
  const starts = [1, ...quoted.flatMap(({ first_line, last_line }) => [first_line, last_line + 1])]
  return starts.map((line, at) => ({
    isQuoted: at % 2 === 1,
    text: lines.slice(line - 1, (starts[at + 1] ?? Infinity) - 1).join("\n").replace(/^\s*\n/, "").trimEnd()
  })).filter(({ text }) => text.trim() !== "")
}

/** Returns what the sender wrote, as a reply quotes it. */
export const quoteOf = (text: QuotingText): string =>
  partsOf(text).filter(({ isQuoted }) => !isQuoted).map(({ text }) => text).join("\n\n").split("\n").map((line) =>
    `> ${line}`.trimEnd()
  ).join("\n")

/** Returns the subject of a reply. */
export const replySubject = (subject: string): string =>
  /^\s*(?:re|aw|sv|ré)\s*:/i.test(subject) ? subject : `Re: ${subject}`
