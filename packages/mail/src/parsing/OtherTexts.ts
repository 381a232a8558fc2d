/** Converts texts that are neither plain text nor HTML. */

/** Returns the readable text of enriched text (RFC 1896) or its predecessor (RFC 1341). */
export const enrichedText = (text: string): string =>
  text.replace(/\r\n?/g, "\n")
    .replace(/\n+/g, (breaks) => breaks.length === 1 ? " " : breaks.slice(1))
    .replace(/<(param|comment)>[^<]*<\/\1>/gi, "")
    .replace(/<nl>/gi, "\n")
    .replace(/<lt>/gi, "<<")
    .replace(/<<|<[^<>]*>/g, (tag) => tag === "<<" ? "<" : "")

/** Properties of an appointment that are shown (RFC 5545), in this order. */
const properties = [
  "METHOD",
  "SUMMARY",
  "COMMENT",
  "DESCRIPTION",
  "DTSTART",
  "DTEND",
  "LOCATION",
  "ORGANIZER",
  "ATTENDEE"
]

const unescaped = (value: string): string =>
  value.replace(/\\([nN\\;,])/g, (_, letter: string) => letter.toLowerCase() === "n" ? "\n" : letter)

/** Returns the readable text of an invitation, or of an answer to one. */
export const calendarText = (text: string): string => {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n[ \t]/g, "").split("\n")
  const read = lines.flatMap((line) => {
    const [, name = "", parameters = "", value = ""] =
      /^([A-Za-z-]+)((?:;[^:"]*(?:"[^"]*"[^:"]*)*)?):(.*)$/.exec(line) ?? []
    const place = properties.indexOf(name.toUpperCase())
    const status = /;PARTSTAT=([^;:]*)/i.exec(parameters)?.[1]
    const shown = [unescaped(value).replace(/^mailto:/i, ""), ...status === undefined ? [] : [`(${status})`]].join(" ")
    const isPlain = ["SUMMARY", "COMMENT"].includes(name.toUpperCase())
    return place < 0 || value.trim() === "" ? [] : [{ place, shown: isPlain ? shown : `${name}: ${shown}` }]
  })
  return read.length === 0
    ? text
    : [...new Set(read.toSorted((one, other) => one.place - other.place).map(({ shown }) => shown))].join("\n")
}
