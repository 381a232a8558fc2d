/** Times of interviews as candidates read them, with the name of the time zone. */
import type { InterviewState } from "@candor/domain/interview/Interview"
import { offsetText } from "@candor/domain/time/LocalTime"
import type { Zone } from "@candor/domain/time/Zone"
import type { Timestamp } from "@candor/domain/Timestamp"
import { type Markup, markup } from "./Markup.ts"
import { scheduleWordsFor } from "./ScheduleWords.ts"
import type { Words } from "./Words.ts"

/** Replaces the names in braces in a text by their values. */
export const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "")

/** The fields of an interview that candidates see. */
export type ShownInterview =
  & Pick<
    InterviewState,
    | "candidate_instructions"
    | "candidate_time_zone"
    | "ends_at"
    | "kind"
    | "link"
    | "location"
    | "starts_at"
    | "time_zone"
    | "title"
  >
  & {
    /** The names of the interviewers, if the candidate may know them. */
    readonly people?: ReadonlyArray<string>
    /** Whether the candidate is told that the link will follow. */
    readonly awaits_link?: boolean
  }

export const localOf = (zone: Zone, time: Timestamp): number => zone.localAt(Date.parse(time))

/** Formats a time in a zone. The runtime's own time zone data is not used: it may be out of date. */
export const format = (words: Words, zone: Zone, time: Timestamp, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(words.language === "de" ? "de-DE" : "en-US", { ...options, timeZone: "UTC" }).format(
    localOf(zone, time)
  )

export const day = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const
export const clock = { hour: "numeric", minute: "2-digit" } as const

/** Returns the interviews that have a time, with their places and the notes for the candidate. */
export const interviewList = (
  words: Words,
  interviews: ReadonlyArray<ShownInterview>,
  zoneOf: (interview: ShownInterview) => Zone
): Markup => {
  const said = scheduleWordsFor(words.language)
  return markup`
<dl>${
    interviews.filter(({ starts_at }) => starts_at !== null).map((interview) => {
      const {
        awaits_link = false,
        candidate_instructions,
        ends_at,
        kind,
        link,
        location,
        people = [],
        starts_at,
        title
      } = interview
      const zone = zoneOf(interview)
      return markup`
<dt>${title}</dt><dd><time datetime="${starts_at}">${format(words, zone, starts_at!, { ...day, ...clock })}</time> – ${
        format(words, zone, ends_at!, clock)
      } <span class="quiet">(${offsetText(zone, starts_at!)})</span>${
        kind === "phone" || kind === "video" || kind === "onsite" ? markup`<br>${said[kind]}` : null
      }${awaits_link ? markup`. ${said.follows}` : null}${
        location === null ? null : markup`<br>${said.place}: ${location}`
      }${link === null ? null : markup`<br><a href="${link}" rel="noreferrer">${said.call}</a>`}${
        people.length === 0 ? null : markup`<br>${said.with}: ${people.join(", ")}`
      }${candidate_instructions === null ? null : markup`<br>${candidate_instructions}`}</dd>`
    })
  }
</dl>`
}
