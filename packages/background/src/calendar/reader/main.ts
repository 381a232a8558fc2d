/** The worker that reads a calendar: what a calendar costs to read cannot be told before, so it is ended after some time. */
import { zonesIn } from "@candor/files/ZoneFiles"
import type { ReadOptions } from "./Busy.ts"
import { readBusy } from "./Busy.ts"
import { NoCalendar, TooLarge } from "./Components.ts"

declare const self: Worker

self.addEventListener("message", ({ data: { content, ...options } }: MessageEvent<ReadOptions & { readonly content: Uint8Array }>) => {
  try {
    self.postMessage(readBusy(new TextDecoder().decode(content), options, zonesIn("/usr/share/zoneinfo")))
  } catch (error) {
    self.postMessage({ problem: error instanceof TooLarge ? "too_large" : error instanceof NoCalendar ? "not_a_calendar" : "failed" })
  }
})
// Its time begins now.
self.postMessage("ready")
