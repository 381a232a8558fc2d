/** The parts of a plain text of a mail: what its sender wrote, and what they quote. */

interface MailPart {
  readonly text: string
  readonly isQuoted: boolean
}

/** The most parts of a mail: each is folded by itself. What follows belongs to the last one. */
const maxParts = 200

const isQuote = (line: string): boolean => /^\s*>/.test(line)

const isBlank = (line: string): boolean => line.trim() === ""

/** The line above a quote: “On 5 Oct 2026, Maya Chen wrote:”, “Am 5. Oktober 2026 schrieb Maya Chen:”. */
const isIntroduction = (line: string): boolean => /:\s*$/.test(line) && /\d|@|wrote|schrieb|écrit|escribió|scrisse|ha scritto/i.test(line)

/** The line from which on all is quoted, as Outlook writes it. */
const beginsOriginal = (lines: ReadonlyArray<string>, at: number): boolean =>
  /^\s*-{2,}\s*(?:original message|ursprüngliche nachricht|forwarded message|weitergeleitete nachricht)\s*-{2,}\s*$/i.test(lines[at]!) ||
  (/^\s*_{10,}\s*$/.test(lines[at]!) || at > 0 && isBlank(lines[at - 1]!)) && /^\s*\*?(?:from|von):\*? /im.test(lines.slice(at, at + 3).join("\n")) &&
    /^\s*\*?(?:sent|gesendet|date|datum|to|an):\*? /im.test(lines.slice(at, at + 5).join("\n"))

/** Returns the index of the first line of a quote that begins at a line: it has the lines that introduce it, which may be broken in two. */
const introducedFrom = (lines: ReadonlyArray<string>, at: number): number => {
  const above = [at - 1, at - 2].find((index) => index >= 0 && !isBlank(lines[index]!))
  if (above === undefined || isQuote(lines[above]!) || !isIntroduction(lines.slice(Math.max(0, above - 1), above + 1).join(" "))) return at
  const isBroken = above > 0 && !isBlank(lines[above - 1]!) && !isQuote(lines[above - 1]!) && /^\s*(?:on|am|le|el|il) /i.test(lines[above - 1]!)
  return isBroken ? above - 1 : above
}

/** Returns the parts of a text in their order, without those that are blank. */
export const partsOf = (text: string): ReadonlyArray<MailPart> => {
  const lines = text.replaceAll("\r\n", "\n").split("\n")
  const quoted = lines.map(isQuote)
  const original = lines.findIndex((_, at) => beginsOriginal(lines, at))
  if (original >= 0) quoted.fill(true, original)
  for (let at = 0; at < lines.length; at++) {
    if (!quoted[at] || quoted[at - 1] === true) continue
    quoted.fill(true, introducedFrom(lines, at), at)
    // A blank line between two quotes is a part of them.
    const end = quoted.indexOf(false, at)
    let next = end < 0 ? lines.length : end
    while (next < lines.length && isBlank(lines[next]!)) next++
    if (quoted[next] === true) quoted.fill(true, end, next)
  }
  const parts: Array<{ isQuoted: boolean; lines: Array<string> }> = []
  for (const [at, line] of lines.entries()) {
    const isQuoted = quoted[at] === true
    if (parts.at(-1)?.isQuoted === isQuoted || parts.length === maxParts) parts.at(-1)!.lines.push(line)
    else parts.push({ isQuoted, lines: [line] })
  }
  return parts.map(({ isQuoted, lines }) => ({ isQuoted, text: lines.join("\n").replace(/^\s*\n/, "").trimEnd() })).filter(({ text }) => !isBlank(text))
}

/** Returns what the sender wrote, as a reply quotes it. */
export const quoteOf = (text: string): string =>
  partsOf(text).filter(({ isQuoted }) => !isQuoted).map(({ text }) => text).join("\n\n").split("\n").map((line) => `> ${line}`.trimEnd()).join("\n")

/** Returns the subject of a reply. */
export const replySubject = (subject: string): string => /^\s*(?:re|aw|sv|ré)\s*:/i.test(subject) ? subject : `Re: ${subject}`
