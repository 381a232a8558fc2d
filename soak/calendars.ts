/**
 * Reads each calendar of a directory, such as the test data of other programs: as the answer to an invitation, both
 * unchanged and with its method replaced by REPLY; and as a calendar of busy times, from its first event on. Prints how
 * many can be read, and why the others cannot. Exits with 1 if one takes more than a second of CPU time.
 *
 *     bun soak/calendars.ts DIRECTORY
 */
import { readBusy } from "@candor/background/calendar/reader/Busy"
import { windowDays } from "@candor/domain/calendar/BusyCalendar"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { answerOr } from "@candor/mail/calendar/CalendarAnswer"
import { readFileSync } from "node:fs"
import { Glob } from "bun"

const [directory] = process.argv.slice(2)
if (directory === undefined) throw new Error("Give a directory")

/** The maximum CPU time for one file, in milliseconds. */
const maxMillis = 1000

/** Returns the file as an answer to its own invitation. */
const asReply = (text: string): string =>
  text.replace(/^METHOD:.*$/gm, "").replace(/^BEGIN:VCALENDAR\r?$/m, "BEGIN:VCALENDAR\r\nMETHOD:REPLY")

const answered = (text: string): string => {
  const read = answerOr(text, packZones)
  return typeof read === "string" ? read : `read, ${read.time === null ? "without" : "with"} a time`
}

const dayMinutes = 1440
const busy = (text: string): string => {
  const [, year, month, day] = /BEGIN:VEVENT[^]*?^DTSTART.*:(\d{4})(\d\d)(\d\d)/m.exec(text) ?? ["", "2026", "01", "01"]
  const from = Date.UTC(Number(year), Number(month) - 1, Number(day) - 1) / 60_000
  const options = { from, to: from + windowDays * dayMinutes, zone: ZoneName.make("UTC"), email: "" }
  try {
    const { busy, skipped } = readBusy(text, options, packZones)
    return `read, ${busy.length === 0 ? "never busy" : "busy"}${skipped === 0 ? "" : ", events left out and told"}`
  } catch (error) {
    return error instanceof Error ? error.constructor.name : String(error)
  }
}

const ways = [["as it is", answered], ["as a reply", (text: string) => answered(asReply(text))], [
  "busy times",
  busy
]] as const

const counts = new Map<string, number>()
const slow: Array<string> = []
let files = 0
for (const name of new Glob("**/*.{ics,ical,vcs}").scanSync({ cwd: directory, absolute: true })) {
  const text = readFileSync(name, "utf8")
  files++
  for (const [way, read] of ways) {
    const began = process.cpuUsage()
    const outcome = read(text)
    const { system, user } = process.cpuUsage(began)
    if ((system + user) / 1000 > maxMillis) slow.push(`${name}, ${way}`)
    counts.set(`${way}: ${outcome}`, (counts.get(`${way}: ${outcome}`) ?? 0) + 1)
  }
}
console.log(`${files} files`)
for (const [what, count] of [...counts].toSorted(([one], [other]) => one < other ? -1 : 1))
  console.log(`${what}: ${count}`)
for (const name of slow) console.log(`slower than a second: ${name}`)
process.exitCode = slow.length === 0 ? 0 : 1
