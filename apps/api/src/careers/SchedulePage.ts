/**
 * The page on which a candidate books, moves and cancels interviews. It works without a script: the script only finds
 * the browser's time zone.
 */
import type { PublicBoard } from "@candor/domain/board/PublicBoard"
import { awaitsLink, type InterviewState } from "@candor/domain/interview/Interview"
import type { LinkState } from "@candor/domain/scheduling/SchedulingLink"
import { deadlineBefore, deadlineOf, type NotBookable } from "@candor/domain/scheduling/SelfScheduling"
import { offsetText } from "@candor/domain/time/LocalTime"
import type { Zone } from "@candor/domain/time/Zone"
import { packNames } from "@candor/domain/time/Zones"
import { later, type Timestamp } from "@candor/domain/Timestamp"
import { hash } from "node:crypto"
import { clock, day, filled, format, interviewList, localOf, type ShownInterview } from "./InterviewTimes.ts"
import { type Markup, markup } from "./Markup.ts"
import { page, shared } from "./Page.ts"
import { type ScheduleWords, scheduleWordsFor } from "./ScheduleWords.ts"
import type { Words } from "./Words.ts"
import text from "./browser/Zone.js.txt" with { type: "text" }

/** Lets the page start in the browser's time zone. */
export const zoneScript = { name: `${hash("sha256", text, "hex").slice(0, 10)}.js`, text }

const names = packNames.flat().filter((name) => name.includes("/") && !name.startsWith("Etc/") || name === "UTC")
  .toSorted()

/** The notice above the times. */
export type Said = "gone" | "full" | "moved" | "cancelled" | "proposed" | NotBookable["reason"]

interface SchedulePage {
  readonly words: Words
  readonly board: PublicBoard | null
  readonly organization: string
  readonly job: string
  readonly link: LinkState
  readonly interviews: ReadonlyArray<InterviewState & Pick<ShownInterview, "people">>
  /** The free times on this page; empty if nothing can be booked. */
  readonly times: ReadonlyArray<Timestamp>
  /** The first time of the next page. */
  readonly next: Timestamp | undefined
  readonly isFirstPage: boolean
  /** Where this page of times begins; null on the first page. */
  readonly times_from: Timestamp | null
  /** The free time that the candidate is asked to confirm. */
  readonly chosen: Timestamp | undefined
  readonly now: Timestamp
  readonly zone: Zone
  /** Why nothing can be booked or changed. */
  readonly refused: NotBookable["reason"] | undefined
  readonly said: Said | undefined
}

const zoneForm = ({ zone }: SchedulePage, said: ScheduleWords): Markup =>
  markup`
<details class="zone"><summary>${filled(said.offset, { zone: zone.name.replaceAll("_", " ") })} ${said.change}</summary>
<form method="get"><label>${said.zone} <select name="zone">${
    [...new Set([zone.name, ...names])].map((name) =>
      markup`
<option${name === zone.name ? markup` selected` : ""}>${name}</option>`
    )
  }
</select></label><p><button type="submit">${said.change}</button></p></form></details>`

/** The times of a day. A click changes nothing yet: it leads to the page that asks for confirmation. */
const timesForm = (
  { isFirstPage, next, times, times_from, words, zone }: SchedulePage,
  said: ScheduleWords
): Markup => {
  const days = Map.groupBy(times, (time) => Math.floor(localOf(zone, time) / 86_400_000))
  const link = (from: string, text: string) =>
    markup`
<p><a href="?zone=${encodeURIComponent(zone.name)}${from}">${text}</a></p>`
  return markup`
<form method="get"><input type="hidden" name="zone" value="${zone.name}">${
    times_from === null ? null : markup`<input type="hidden" name="from" value="${times_from}">`
  }${
    [...days.values()].map((ofDay, at) =>
      markup`
<details class="day"${at === 0 ? markup` open` : ""}><summary><h2>${
        format(words, zone, ofDay[0]!, day)
      }</h2> <span class="quiet">${offsetText(zone, ofDay[0]!)}</span></summary>
<ul class="times">${
        ofDay.map((time) =>
          markup`
<li><button type="submit" name="start" value="${time}">${format(words, zone, time, clock)}</button></li>`
        )
      }
</ul></details>`
    )
  }
</form>${next === undefined ? null : link(`&from=${next}`, said.later)}${isFirstPage ? null : link("", said.earlier)}`
}

const proposalForm = (
  { times, zone }: SchedulePage,
  said: ScheduleWords,
  isBooked: boolean
): Markup =>
  markup`
<details${times.length === 0 && !isBooked ? markup` open` : ""}><summary>${
    isBooked ? said.proposeOthers : said.propose
  }</summary>
<form method="post" action="?zone=${encodeURIComponent(zone.name)}"><input type="hidden" name="action" value="propose">
<label>${said.proposal} <textarea name="words" rows="4" maxlength="1000" required></textarea></label><p><button type="submit">${said.sendProposal}</button></p></form></details>`

const booked = ({ interviews, refused, words, zone }: SchedulePage, said: ScheduleWords): Markup =>
  markup`${
    interviewList(
      words,
      interviews.filter(({ status }) => status !== "cancelled").map((interview) => ({
        ...interview,
        awaits_link: refused !== "over" && awaitsLink(interview)
      })),
      () => zone
    )
  }
<p><a href="?calendar">${said.calendar}</a></p>`

const untilText = ({ words, zone }: SchedulePage, said: ScheduleWords, deadline: Timestamp): string =>
  filled(said.deadline, {
    time: `${format(words, zone, deadline, { ...day, ...clock })} (${offsetText(zone, deadline)})`
  })

const cancelForm = ({ zone }: SchedulePage, said: ScheduleWords): Markup =>
  markup`
<details><summary>${said.cancel}</summary>
<form method="post" action="?zone=${encodeURIComponent(zone.name)}"><input type="hidden" name="action" value="cancel">
<label>${said.reason} <input name="words" maxlength="500"></label><p><button type="submit">${said.cancel}</button></p></form></details>`

const changes = (shown: SchedulePage, said: ScheduleWords): Markup => {
  const { link: { changes_counted, max_changes } } = shown
  const deadline = deadlineOf(shown)
  return markup`${
    deadline === undefined ? null : markup`
<p>${untilText(shown, said, deadline)} ${filled(said.left, { n: String(max_changes - changes_counted) })}</p>`
  }
<details><summary>${said.move}</summary>${shown.times.length === 0 ? null : timesForm(shown, said)}</details>${
    cancelForm(shown, said)
  }`
}

/** Returns the interviews of a link as they would be if they began at `start`. */
const from = ({ link: { meetings, pause_minutes, time_zone } }: SchedulePage, start: Timestamp) => {
  let at = start
  return meetings.map((meeting) => {
    const { kind, location, minutes, title } = meeting
    const [starts_at, ends_at] = [at, later(at, minutes * 60_000)]
    at = later(ends_at, pause_minutes * 60_000)
    const untold = { link: null, candidate_instructions: null, candidate_time_zone: null }
    return { kind, location, title, starts_at, ends_at, time_zone, ...untold, awaits_link: awaitsLink(meeting) }
  })
}

/** Asks the candidate to confirm a time, and says until when it can be changed. */
const confirmation = (shown: SchedulePage, said: ScheduleWords, start: Timestamp, isMove: boolean): Markup => {
  const { link, now, organization, times_from, words, zone } = shown
  const deadline = deadlineBefore(link, start)
  const left = link.max_changes - link.changes_counted - (isMove ? 1 : 0)
  const query = markup`?zone=${encodeURIComponent(zone.name)}`
  return markup`${interviewList(words, from(shown, start), () => zone)}
<p>${
    deadline <= now
      ? filled(said.fixed, { organization })
      : left <= 0
      ? said.last
      : `${untilText(shown, said, deadline)} ${filled(said.left, { n: String(left) })}`
  }</p>
<form method="post" action="${query}"><input type="hidden" name="action" value="book"><input type="hidden" name="start" value="${start}"><p><button type="submit">${
    isMove ? said.moveTo : said.book
  }</button></p></form>
<p><a href="${query}${times_from === null ? "" : `&from=${times_from}`}">${said.other}</a></p>`
}

const planned = ({ link: { meetings } }: SchedulePage, said: ScheduleWords): Markup =>
  markup`
<ul>${
    meetings.map(({ minutes, title }) =>
      markup`
<li>${title} <span class="quiet">${filled(said.minutes, { n: String(minutes) })}</span></li>`
    )
  }
</ul>${
    meetings.length > 1 ?
      markup`
<p>${said.row}</p>` :
      null
  }`

/** Shows what is booked, or can be booked. */
const answer = (
  shown: SchedulePage,
  said: ScheduleWords,
  isBooked: boolean,
  sentence: (name: keyof ScheduleWords) => string
): Markup => {
  const { refused, times } = shown
  return markup`${isBooked ? booked(shown, said) : null}${
    refused === undefined ? null : markup`
<p>${sentence(refused)}</p>`
  }${isBooked && refused === "too_often" ? cancelForm(shown, said) : null}${
    refused === "closed" ? null : zoneForm(shown, said)
  }${
    refused !== undefined ? null : isBooked ? changes(shown, said) : markup`
<p>${times.length === 0 ? sentence("none") : sentence("introduction")}</p>${planned(shown, said)}${
      times.length === 0 ? null : timesForm(shown, said)
    }`
  }${refused === "closed" || refused === "over" ? null : proposalForm(shown, said, isBooked)}`
}

/** Returns the page of a scheduling link. */
export const schedulePage = (shown: SchedulePage): string => {
  const { board, chosen, interviews, job, link, organization, refused, said: notice, words } = shown
  const said = scheduleWordsFor(words.language, link.meetings.length)
  const isBooked = interviews.some(({ starts_at, status }) => starts_at !== null && status !== "cancelled")
  const title = chosen !== undefined
    ? isBooked ? said.confirmMove : said.confirm
    : refused === "over" || refused === "closed" && !isBooked
    ? said.interviews
    : refused === "revoked"
    ? said.canceled
    : isBooked
    ? said.booked
    : said.choose
  const sentence = (name: keyof ScheduleWords) => filled(said[name], { organization })
  // The reason why nothing was changed is shown below what is booked.
  const told = notice === undefined ? undefined : notice === refused ? said.unchanged : sentence(notice)
  return page(
    {
      words,
      board,
      title,
      description: title,
      url: null,
      script: refused === "closed" ? undefined : `${shared}/${zoneScript.name}`
    },
    markup`
<h1>${title}</h1>
<p>${job}</p>${
      told === undefined
        ? null
        : markup`
<p role="status" class="notice"><strong>${told}</strong></p>`
    }${
      chosen !== undefined
        ? confirmation(shown, said, chosen, isBooked)
        : answer(shown, said, isBooked, sentence)
    }`
  )
}
