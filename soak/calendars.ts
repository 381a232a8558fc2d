/**
 * Reads each calendar of a directory, such as the test data of other programs, as the answer to an invitation: as it
 * is, and with its method replaced by REPLY. Prints how many are read, and why the others are not. Ends with 1 where
 * one takes longer than a second.
 *
 *     bun soak/calendars.ts DIRECTORY
 */
import { packZones } from "@candor/domain/time/Zones"
import { answerOr } from "@candor/mail/calendar/CalendarAnswer"
import { readFileSync } from "node:fs"
import { Glob } from "bun"

const [directory] = process.argv.slice(2)
if (directory === undefined) throw new Error("Give a directory")

/** The longest time for one file, in milliseconds. */
const maxMillis = 1000

/** The file as an answer to the invitation that it is. */
const asReply = (text: string): string =>
  text.replace(/^METHOD:.*$/gm, "").replace(/^BEGIN:VCALENDAR\r?$/m, "BEGIN:VCALENDAR\r\nMETHOD:REPLY")

const counts = new Map<string, number>()
const slow: Array<string> = []
let files = 0
for (const name of new Glob("**/*.{ics,ical,vcs}").scanSync({ cwd: directory, absolute: true })) {
  const text = readFileSync(name, "utf8")
  files++
  for (const [way, one] of [["as it is", text], ["as a reply", asReply(text)]] as const) {
    const began = performance.now()
    const read = answerOr(one, packZones)
    if (performance.now() - began > maxMillis) slow.push(name)
    const outcome = typeof read === "string" ? read : `read, ${read.time === null ? "without" : "with"} a time`
    counts.set(`${way}: ${outcome}`, (counts.get(`${way}: ${outcome}`) ?? 0) + 1)
  }
}
console.log(`${files} files`)
for (const [what, count] of [...counts].toSorted(([one], [other]) => one < other ? -1 : 1))
  console.log(`${what}: ${count}`)
for (const name of slow) console.log(`slower than a second: ${name}`)
process.exitCode = slow.length === 0 ? 0 : 1
