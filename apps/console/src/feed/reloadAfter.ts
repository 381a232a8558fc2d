/**
 * Reloads what an event has changed, if a page shows it. Cards of boards are updated from the event itself, without a
 * request.
 */
import type { Event } from "@candor/client"
import { queries } from "../api/queries.ts"
import { noteChange } from "../api/store.ts"
import { textIn } from "../api/textIn.ts"
import {
  type ApplicationState,
  filteredBoards,
  markPersonStale,
  markStale,
  putCards,
  reloadCards,
  removeCard,
  takeStaleCards
} from "../pages/job/keptBoards.ts"

/** Returns the application of an event as a card: events have the names that a card shows. */
export const cardOf = ({ data }: Event): ApplicationState | undefined =>
  data !== null && "candidate" in data && "job" in data && "stage" in data
    ? data as unknown as ApplicationState
    : undefined

/** Marks cards stale if they show more of a change than its event contains. */
const markCards = ({ data, subject_id, type }: Event): void => {
  if (type === "candidate.updated") markPersonStale(subject_id)
  if (type === "ai_profile.completed") markPersonStale(textIn(data, "candidate_id") ?? "")
  if (type === "application.resubmitted") markStale(subject_id)
  if (/^(interview|interview_feedback|feedback_request|message|scorecard)\./.test(type))
    markStale(textIn(data, "application_id") ?? "")
}

/** Returns the key prefixes of the answers that an event has changed. */
const keysOf = ({ data, subject_id, type }: Event): ReadonlyArray<ReadonlyArray<string>> => {
  const [noun = ""] = type.split(".")
  const [application, candidate] = [textIn(data, "application_id"), textIn(data, "candidate_id")]
  switch (noun) {
    case "application":
      return [
        ["application", subject_id],
        ["job", "overview"],
        ["waiting"],
        ["source_overview"],
        ...(/\.(quarantined|received|resubmitted)$/.test(type) ? [["submission"]] : []),
        ...(candidate === undefined ? [] : [["application", "of", candidate]])
      ]
    case "candidate":
      return [["candidate"], ["application"], ["waiting"], ...(/\.(created|updated)$/.test(type) ? [] : [["board"]])]
    case "ai_profile":
      return candidate === undefined ? [] : [["ai_profile", candidate], ["application"]]
    case "note":
    case "attachment":
    case "interview_feedback":
      return [
        ...(application === undefined ? [] : [["application", application], ["feedback_request", application]]),
        ...[application, candidate].flatMap((id) => id === undefined ? [] : [[noun, id]]),
        ...(noun === "note" ? [["waiting"]] : [])
      ]
    // The careers board, not the board of a job's applications.
    case "board":
      return [["careers"]]
    case "job":
      return [["job"], ["application"], ["organization"], ["waiting"]]
    case "department":
      return [[noun], ["job"]]
    case "team_member":
      return [[noun], ["job", "overview"], ["waiting"]]
    case "message":
      // A mail without an application is only in the lists; one that was assigned to an application leaves them.
      return application === undefined
        ? [[noun]]
        : [[noun, application], [noun, "list"], [noun, "one", subject_id], ["waiting"], ["job", "overview", "people"]]
    case "interview":
      return [[noun], ["planned_interview", "of"], ["scorecard"], ["waiting"]]
    case "assessment":
      return application === undefined ? [[noun]] : [[noun, application], ["job_criteria"]]
    case "job_criteria":
      return [[noun], ["assessment"], ["careers"]]
    case "scorecard":
      return [[noun], ["interview"], ["waiting"]]
    case "feedback_request":
      return [[noun], ["waiting"]]
    case "scheduling_link":
      return [[noun], ["planned_interview", "of"], ["waiting"]]
    case "sourcing_search":
    case "prospect":
      return [["prospect"], ["sourcing_search"]]
    default:
      return [[noun]]
  }
}

/**
 * Milliseconds for which changes are collected: the first time, and the maximum. The time doubles with each load within
 * a minute.
 */
const [firstMillis, maxMillis, countedMillis] = [100, 30_000, 60_000]

const own = new Map<string, ApplicationState>()

/** Caches this tab's changes of applications; a bulk change in one step. */
const keepOwn = (state: ApplicationState) => {
  if (own.size === 0) {
    setTimeout(() => {
      putCards([...own.values()])
      own.clear()
    })
  }
  own.set(state.id, state)
}

const collected = new Map<string, ReadonlyArray<string>>()
let timer: ReturnType<typeof setTimeout> | undefined
let loads: ReadonlyArray<number> = []

/** Marks a key prefix for the next reload. */
const collect = (key: ReadonlyArray<string>) => void collected.set(key.join(" "), key)

const schedule = () => {
  loads = loads.filter((at) => at > Date.now() - countedMillis)
  timer ??= setTimeout(reload, Math.min(maxMillis, firstMillis * 2 ** loads.length))
}

const isShown = (queryKey: ReadonlyArray<string>) =>
  queries.getQueryCache().findAll({ queryKey, type: "active" }).length > 0

/** A stream of changes, such as an import, must not use up the hourly request limit. */
const reload = () => {
  timer = undefined
  const keys = [...collected.values()]
  const cards = takeStaleCards()
  collected.clear()
  if (cards.length > 0 || keys.some(isShown)) loads = [...loads, Date.now()]
  for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
  // The board itself shows why it cannot be loaded.
  reloadCards(cards).catch(() => queries.invalidateQueries({ queryKey: ["board"] }))
}

/** Reloads what an event has changed. `isOwn` says that this tab made the change, and already shows it. */
export const reloadAfter = (event: Event, isOwn: boolean): void => {
  const card = cardOf(event)
  schedule()
  for (const key of keysOf(event)) noteChange(key)
  // A board that is loading for the first time has no card that could change.
  if (
    /^(application|candidate|interview|interview_feedback|feedback_request|ai_profile|message|scorecard)\./.test(
      event.type
    )
  ) noteChange(["board"])
  markCards(event)
  if (card !== undefined || event.type === "application.deleted") {
    noteChange(["count"])
    collect(["count"])
  }
  // The place of the change already shows it, and gets the server's time; other pages reload it when they open.
  if (isOwn && card !== undefined) keepOwn(card)
  if (isOwn)
    return keysOf(event).forEach((queryKey) => void queries.invalidateQueries({ queryKey, refetchType: "none" }))
  if (event.type === "application.deleted") removeCard(event.subject_id)
  else if (card !== undefined) {
    putCards([card])
    for (const key of filteredBoards(card.job.id)) collect(key)
  }
  // Filters and orders of boards use these besides the application.
  if (/^(candidate|interview_feedback|note|attachment|ai_profile)\./.test(event.type)) {
    for (const key of filteredBoards()) [key, ["count"]].forEach(collect)
  }
  for (const key of keysOf(event)) collect(key)
}
