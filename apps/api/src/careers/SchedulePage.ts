/**
 * The page on which a candidate books, moves and cancels interviews. It works without script, which only finds the
 * browser's time zone.
 */
import type { PublicBoard } from "@candor/domain/board/PublicBoard"
import type { InterviewState } from "@candor/domain/interview/Interview"
import type { LinkState } from "@candor/domain/scheduling/SchedulingLink"
import { deadlineOf, type NotBookable } from "@candor/domain/scheduling/SelfScheduling"
import { offsetText } from "@candor/domain/time/LocalTime"
import type { Zone } from "@candor/domain/time/Zone"
import { packNames } from "@candor/domain/time/Zones"
import type { Timestamp } from "@candor/domain/Timestamp"
import { hash } from "node:crypto"
import { clock, day, filled, format, interviewList, localOf } from "./InterviewTimes.ts"
import { type Markup, markup } from "./Markup.ts"
import { page, shared } from "./Page.ts"
import { type ScheduleWords, scheduleWordsFor } from "./ScheduleWords.ts"
import type { Words } from "./Words.ts"
import text from "./browser/Zone.js.txt" with { type: "text" }

/** Shows the page in the browser's time zone at first. */
export const zoneScript = { name: `${hash("sha256", text, "hex").slice(0, 10)}.js`, text }

const names = packNames.flat().filter((name) => name.includes("/") && !name.startsWith("Etc/") || name === "UTC")
  .toSorted()

/** What is said above the times. */
export type Said = "gone" | "full" | "moved" | "cancelled" | "proposed" | NotBookable["reason"]

interface SchedulePage {
  readonly words: Words
  readonly board: PublicBoard | null
  readonly organization: string
  readonly job: string
  readonly link: LinkState
  readonly interviews: ReadonlyArray<InterviewState>
  /** The free times of this page; none where nothing can be booked. */
  readonly times: ReadonlyArray<Timestamp>
  /** The first time of the next page. */
  readonly next: Timestamp | undefined
  readonly isFirstPage: boolean
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

const timesForm = ({ isFirstPage, next, times, words, zone }: SchedulePage, said: ScheduleWords): Markup => {
  const days = Map.groupBy(times, (time) => Math.floor(localOf(zone, time) / 86_400_000))
  const link = (from: string, text: string) =>
    markup`
<p><a href="?zone=${encodeURIComponent(zone.name)}${from}">${text}</a></p>`
  return markup`
<form method="post" action="?zone=${encodeURIComponent(zone.name)}"><input type="hidden" name="action" value="book">${
    [...days.values()].map((ofDay) =>
      markup`
<h2>${format(words, zone, ofDay[0]!, day)} <span class="quiet">${offsetText(zone, ofDay[0]!)}</span></h2>
<ul class="times">${
        ofDay.map((time) =>
          markup`
<li><button type="submit" name="start" value="${time}">${format(words, zone, time, clock)}</button></li>`
        )
      }
</ul>`
    )
  }
</form>${next === undefined ? null : link(`&from=${next}`, said.later)}${isFirstPage ? null : link("", said.earlier)}`
}

const proposalForm = ({ zone }: SchedulePage, said: ScheduleWords, isOpen: boolean): Markup =>
  markup`
<details${isOpen ? markup` open` : ""}><summary>${said.propose}</summary>
<form method="post" action="?zone=${encodeURIComponent(zone.name)}"><input type="hidden" name="action" value="propose">
<label>${said.proposal} <textarea name="words" rows="4" maxlength="1000" required></textarea></label><p><button type="submit">${said.sendProposal}</button></p></form></details>`

const booked = ({ interviews, words, zone }: SchedulePage): Markup =>
  interviewList(words, interviews.filter(({ status }) => status !== "cancelled"), () => zone)

const changes = (shown: SchedulePage, said: ScheduleWords): Markup => {
  const { words, zone } = shown
  const deadline = deadlineOf(shown)
  return markup`${
    deadline === undefined ? null : markup`
<p>${
      filled(said.deadline, {
        time: `${format(words, zone, deadline, { ...day, ...clock })} (${offsetText(zone, deadline)})`
      })
    }</p>`
  }
<details><summary>${said.move}</summary>${shown.times.length === 0 ? null : timesForm(shown, said)}</details>
<details><summary>${said.cancel}</summary>
<form method="post" action="?zone=${encodeURIComponent(zone.name)}"><input type="hidden" name="action" value="cancel">
<label>${said.reason} <input name="words" maxlength="500"></label><p><button type="submit">${said.cancel}</button></p></form></details>`
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

/** Returns the page of a scheduling link. */
export const schedulePage = (shown: SchedulePage): string => {
  const { board, interviews, job, organization, refused, said: notice, times, words } = shown
  const said = scheduleWordsFor(words.language)
  const isBooked = interviews.some(({ starts_at, status }) => starts_at !== null && status !== "cancelled")
  const title = refused === "over"
    ? said.interviews
    : refused === "revoked"
    ? said.canceled
    : isBooked
    ? said.booked
    : said.choose
  const sentence = (name: keyof ScheduleWords) => filled(said[name], { organization })
  const isTold = notice !== undefined && notice !== refused
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
      isTold ?
        markup`
<p role="status" class="notice"><strong>${sentence(notice)}</strong></p>` :
        null
    }${isBooked ? booked(shown) : null}${
      refused === undefined ? null : markup`
<p>${sentence(refused)}</p>`
    }${refused === "closed" ? null : zoneForm(shown, said)}${
      refused !== undefined ? null : isBooked ? changes(shown, said) : markup`
<p>${times.length === 0 ? sentence("none") : sentence("introduction")}</p>${planned(shown, said)}${
        times.length === 0 ? null : timesForm(shown, said)
      }`
    }${refused === "closed" || refused === "over" ? null : proposalForm(shown, said, times.length === 0 && !isBooked)}`
  )
}
