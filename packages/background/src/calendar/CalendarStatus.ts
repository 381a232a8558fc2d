/** Statuses of calendar servers, and the problems that they mean. */
import type { CalendarProblem } from "@candor/domain/calendar/BusyCalendar"

/** Why a calendar could not be read. */
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

/** Returns the problem that a status means; undefined for a success (2xx). */
export const problemOf = (status: number): CalendarProblem | undefined => {
  if (Math.floor(status / 100) === 2) return undefined
  if (status === answers.unauthorized || status === answers.forbidden) return "refused"
  return status === answers.absent || status === answers.gone ? "not_found" : "failed"
}
