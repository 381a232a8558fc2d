/** Finds the body of mails whose headers do not end properly. */

/** Whether a line is a header, a continuation, or a separator of a mailbox file. */
const isHeader = (line: string): boolean => /^(?:[ \t]|[!-9;-~]+[ \t]*:|>?From )/.test(line.slice(0, 1000))

/** Whether a line has only white space, so that it formally continues a header. */
const isNearlyEmpty = (line = ""): boolean => /^[ \t]+\r?$/.test(line)

/**
 * Returns where the body begins inside of what was parsed as headers; -1 if it does not. It begins at the start if
 * there is no header at all; at a boundary; or at a line that is no header, if it follows a line of white space or the
 * mail has no empty line.
 */
export const hiddenBody = (block: Buffer, hasBody: boolean): number => {
  const lines = block.toString("latin1").split("\n")
  if (!lines.some((line) => /^[!-9;-~]+[ \t]*:/.test(line.slice(0, 1000))))
    return lines.some((line) => line.trim() !== "") ? 0 : -1
  const first = lines.findIndex((line, at) =>
    line.startsWith("--") || line.trim() !== "" && !isHeader(line) && (!hasBody || isNearlyEmpty(lines[at - 1]))
  )
  return first < 0 ? -1 : lines.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0)
}
