/** Times as people say them, in each language. */
import { afterAll, expect, test } from "bun:test"
import { setLanguage } from "../src/language/language.ts"
import { loadTexts } from "../src/language/text.tsx"
import { ago, calendarDay, duration } from "../src/parts/Time.tsx"

const now = new Date(2026, 10, 28, 16, 30)
const at = (...time: readonly [day: number, hour: number, minute: number]) =>
  ago(new Date(2026, 10, ...time).toISOString(), now)

afterAll(() => loadTexts(setLanguage("en")))

test("a time is said by what a person counts: minutes, hours of today, the time of yesterday, days", async () => {
  await loadTexts(setLanguage("en"))
  expect(
    [
      at(28, 16, 30),
      at(28, 16, 2),
      at(28, 9, 0),
      at(27, 14, 2),
      at(26, 23, 0),
      at(25, 1, 0),
      at(29, 9, 15),
      at(31, 9, 15)
    ].map((text) => text.replace("\u202F", " "))
  ).toEqual([
    "just now",
    "28 minutes ago",
    "7 hours ago",
    "yesterday at 2:02 PM",
    "2 days ago",
    "3 days ago",
    "tomorrow at 9:15 AM",
    "in 3 days"
  ])
  expect([duration(20), duration(5 * 3600), duration(86_400), duration(40 * 86_400)]).toEqual([
    "1 minute",
    "5 hours",
    "1 day",
    "1 month"
  ])
})

test("a day is as people write it, wherever they are, and what is none stays", async () => {
  await loadTexts(setLanguage("en"))
  expect(["2027-03-01", "1. 3. 2027", "2027-13-45", ""].map(calendarDay)).toEqual([
    "Mar 1, 2027",
    "1. 3. 2027",
    "2027-13-45",
    ""
  ])
  await loadTexts(setLanguage("de"))
  expect(calendarDay("2027-03-01")).toBe("01.03.2027")
})

test("the same in German", async () => {
  await loadTexts(setLanguage("de"))
  expect([at(28, 16, 30), at(28, 16, 2), at(27, 14, 2), at(26, 23, 0), at(25, 1, 0), at(29, 9, 15)]).toEqual([
    "gerade eben",
    "vor 28 Minuten",
    "gestern um 14:02",
    "vorgestern",
    "vor 3 Tagen",
    "morgen um 09:15"
  ])
  expect([duration(5 * 3600), duration(86_400)]).toEqual(["5 Stunden", "1 Tag"])
})
