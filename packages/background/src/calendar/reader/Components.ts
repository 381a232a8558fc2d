/**
 * Finds the components of a calendar (RFC 5545, section 3.6) in one pass. Keeps only the lines that say when somebody
 * is busy: most of a large calendar is descriptions, attendees and files.
 */

/** A component with the unfolded lines of each property, and its inner components. */
export interface Component {
  readonly name: string
  readonly lines: Map<string, Array<string>>
  readonly parts: Array<Component>
}

/** The text is no calendar, but for instance a web page, or a part of a file. */
export class NoCalendar extends Error {}

/** The calendar exceeds a limit. */
export class TooLarge extends Error {}

const kept = new Set([
  "BEGIN",
  "END",
  "DTSTART",
  "DTEND",
  "DURATION",
  "RRULE",
  "RDATE",
  "EXDATE",
  "RECURRENCE-ID",
  "UID",
  "SEQUENCE",
  "STATUS",
  "TRANSP",
  "X-MICROSOFT-CDO-BUSYSTATUS",
  "ATTENDEE",
  "FREEBUSY",
  "TZID",
  "TZOFFSETFROM",
  "TZOFFSETTO",
  "X-LIC-LOCATION"
])

const maxDepth = 8

const nameOf = (line: string): string => /^[\w-]+/.exec(line.slice(0, 40))?.[0].toUpperCase() ?? ""

/** Yields the kept lines, unfolded (section 3.1). */
function* linesOf(text: string): Generator<readonly [name: string, line: string]> {
  let [name, parts] = ["", [] as Array<string>]
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at)
    const next = end === -1 ? text.length : end
    const line = text.slice(at, text[next - 1] === "\r" ? next - 1 : next)
    at = next + 1
    if (line.startsWith(" ") || line.startsWith("\t")) {
      if (name !== "") parts.push(line.slice(1))
      continue
    }
    if (name !== "") yield [name, parts.join("")]
    name = nameOf(line)
    if (!kept.has(name)) name = ""
    parts = [line]
  }
  if (name !== "") yield [name, parts.join("")]
}

/** Yields the outermost components. Throws `NoCalendar`, also at the end if a component is not closed. */
export function* componentsOf(text: string): Generator<Component> {
  const open: Array<Component> = []
  let hasBegun = false
  for (const [name, line] of linesOf(text.replace(/^\uFEFF/, ""))) {
    const current = open.at(-1)
    if (name === "BEGIN") {
      const begun = line.slice(6).trim().toUpperCase()
      if (current === undefined && begun !== "VCALENDAR") throw new NoCalendar()
      if (open.length >= maxDepth) throw new NoCalendar()
      hasBegun = true
      open.push({ name: begun, lines: new Map(), parts: [] })
    } else if (name === "END") {
      if (current === undefined || line.slice(4).trim().toUpperCase() !== current.name) throw new NoCalendar()
      open.pop()
      if (open.length === 1) yield current
      else open.at(-1)?.parts.push(current)
    } else if (current !== undefined && open.length > 1) {
      const lines = current.lines.get(name)
      if (lines === undefined) current.lines.set(name, [line])
      else lines.push(line)
    }
  }
  if (!hasBegun || open.length > 0) throw new NoCalendar()
}
