/**
 * Finds the calendars in a CalDAV server's answer (RFC 4791, section 7.8), by sax. Entities of a document type are not
 * read.
 */
import { parser } from "sax"
import { NoCalendar, TooLarge } from "./Components.ts"

/** Characters that are parsed at a time. */
const sliceLength = 64 * 1024

/** Returns the calendars, concatenated; empty if there are none. Throws for other documents. */
export const calendarsIn = (xml: string): string => {
  const reader = parser(true, { position: false, lowercase: false })
  const texts: Array<string> = []
  let [name, hasBegun] = ["", false]
  const onText = (text: string) => {
    if (name === "calendar-data") texts.push(text)
    // The server has cut its answer short (RFC 4918, section 11.5).
    if (name === "status" && /^\S+ 507\b/.test(text.trim())) throw new TooLarge()
  }
  Object.assign(reader, {
    onerror: () => {
      throw new NoCalendar()
    },
    onopentag: (tag: { readonly name: string }) => {
      name = tag.name.slice(tag.name.indexOf(":") + 1)
      if (!hasBegun && name !== "multistatus") throw new NoCalendar()
      hasBegun = true
    },
    onclosetag: () => {
      if (name === "calendar-data") texts.push("\r\n")
      name = ""
    },
    ontext: onText,
    oncdata: onText
  })
  for (let at = 0; at < xml.length; at += sliceLength) reader.write(xml.slice(at, at + sliceLength))
  reader.close()
  if (!hasBegun) throw new NoCalendar()
  return texts.join("")
}
