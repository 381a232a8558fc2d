/** The worker that reads a calendar. It may take any time, so it is ended at its time limit. */
import { zonesIn } from "@candor/files/ZoneFiles"
import { parentPort } from "node:worker_threads"
import { readBusy, type ReadOptions } from "./Busy.ts"
import { NoCalendar, TooLarge } from "./Components.ts"
import type { Contents } from "./Contents.ts"
import { calendarsIn } from "./Multistatus.ts"

/** The second argument is the list of transferred objects: none. */
const tell = (message: unknown) => parentPort?.postMessage(message, [])

const textOf = (content: Uint8Array): string => new TextDecoder().decode(content)

const answerTo = ({ contents, form, ...options }: ReadOptions & Contents) => {
  try {
    const text = contents.map((content) => form === "calendar" ? textOf(content) : calendarsIn(textOf(content))).join(
      "\r\n"
    )
    const zones = zonesIn("/usr/share/zoneinfo")
    // Servers return no calendar if the span has no event.
    return readBusy(
      form === "multistatus" && text.trim() === "" ? "BEGIN:VCALENDAR\r\nEND:VCALENDAR" : text,
      options,
      zones
    )
  } catch (error) {
    return {
      problem: error instanceof TooLarge ? "too_large" : error instanceof NoCalendar ? "not_a_calendar" : "failed"
    }
  }
}

parentPort?.on("message", (calendar) => tell(answerTo(calendar)))
// The time limit begins now.
tell("ready")
