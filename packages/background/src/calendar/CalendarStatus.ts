/** What the servers of calendars answer, and why there is no answer of one. */
import type { CalendarProblem } from "@candor/domain/calendar/BusyCalendar"

/** Why nothing of a calendar is known. */
export interface CalendarFailed {
  readonly problem: CalendarProblem
}

/** Statuses of servers (RFC 9110, section 15; RFC 4918, section 11.1). */
export const answers = {
  empty: 204,
  several: 207,
  unchanged: 304,
  unauthorized: 401,
  forbidden: 403,
  absent: 404,
  gone: 410,
  failed: 500
} as const

/** What a status means that is no success; undefined of a success (2xx). */
export const problemOf = (status: number): CalendarProblem | undefined => {
  if (Math.floor(status / 100) === 2) return undefined
  if (status === answers.unauthorized || status === answers.forbidden) return "refused"
  return status === answers.absent || status === answers.gone ? "not_found" : "failed"
}
