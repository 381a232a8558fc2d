/** Finds the body of mails whose headers do not end where they should. */

/** A header, its continuation, or a line of a store of mails. */
const isHeader = (line: string): boolean => /^(?:[ \t]|[!-9;-~]+[ \t]*:|>?From )/.test(line.slice(0, 1000))

/** An empty line with white space, which continues a header. */
const isNearlyEmpty = (line = ""): boolean => /^[ \t]+\r?$/.test(line)

/**
 * Returns where the body of a mail begins within what was taken for its headers: at the start if there is no header, at
 * a boundary, and at a line that is no header, behind a nearly empty line or in a mail without any empty one. -1 where
 * it does not.
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
