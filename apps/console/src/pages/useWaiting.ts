/** What waits for the person who is signed in. */
import { candor } from "../api/Client.ts"
import { feedStaleTime } from "../api/queries.ts"
import { useLoaded } from "../api/useLoaded.ts"

/** When yesterday began, where the reader is. */
const yesterday = (): string => {
  const day = new Date()
  day.setDate(day.getDate() - 1)
  day.setHours(0, 0, 0, 0)
  return day.toISOString()
}

/** `days` are those after which an applicant waits for an answer; seven where it is empty. */
export const useWaiting = (days: string) =>
  useLoaded(
    ["waiting", days],
    (signal) =>
      candor.overviews.waiting({ since: yesterday(), ...(days === "" ? {} : { days: Number(days) }) }, { signal }),
    feedStaleTime
  )
