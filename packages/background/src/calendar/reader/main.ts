/**
 * The worker that reads a calendar: what a calendar costs to read cannot be told before, so it is ended after some
 * time.
 */
import { zonesIn } from "@candor/files/ZoneFiles"
import { parentPort } from "node:worker_threads"
import { readBusy, type ReadOptions } from "./Busy.ts"
import { NoCalendar, TooLarge } from "./Components.ts"
import type { Contents } from "./Contents.ts"
import { calendarsIn } from "./Multistatus.ts"

/** Nothing is transferred. */
const tell = (message: unknown) => parentPort?.postMessage(message, [])

const textOf = (content: Uint8Array): string => new TextDecoder().decode(content)

const answerTo = ({ contents, form, ...options }: ReadOptions & Contents) => {
  try {
    const text = contents.map((content) => form === "calendar" ? textOf(content) : calendarsIn(textOf(content))).join(
      "\r\n"
    )
    const zones = zonesIn("/usr/share/zoneinfo")
    // A server without an event in the span answers with nothing.
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
// Its time begins now.
tell("ready")
