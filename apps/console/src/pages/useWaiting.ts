/** Loads what waits for the signed-in person. */
import { candor } from "../api/Client.ts"
import { feedStaleTime } from "../api/queries.ts"
import { useLoaded } from "../api/useLoaded.ts"

/** Returns the start of yesterday in the reader's time zone. */
const yesterday = (): string => {
  const day = new Date()
  day.setDate(day.getDate() - 1)
  day.setHours(0, 0, 0, 0)
  return day.toISOString()
}

/** `days` is the time after which an applicant waits for an answer; empty for seven. */
export const useWaiting = (days: string) =>
  useLoaded(
    ["waiting", days],
    (signal) =>
      candor.overviews.waiting({ since: yesterday(), ...(days === "" ? {} : { days: Number(days) }) }, { signal }),
    feedStaleTime
  )
