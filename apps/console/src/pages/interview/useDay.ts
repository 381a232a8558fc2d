/** The busy times of interviewers on the day of an interview. */
import type { Interview, TakenTime } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { offsetOf } from "./interviews.ts"

export interface Busy extends TakenTime {
  /** The interview that takes the time, if the reader may see it. */
  readonly interview: Interview | undefined
}

export interface Day {
  readonly busy: ReadonlyArray<Busy>
  /** The members whose calendar was not read recently. */
  readonly stale: ReadonlySet<string>
}

/** The empty day, for an interview without a time. */
export const noDay: Day = { busy: [], stale: new Set() }

/**
 * Loads the busy times of members on the day of an interview, in its time zone; empty before it has a time. `id` is the
 * interview being changed, which is left out.
 */
export const useDay = (planned: Interview | undefined, members: ReadonlyArray<string>, id: string | undefined): Day => {
  const day = planned?.local_start?.slice(0, 10)
  const offset = planned === undefined ? 0 : offsetOf(planned)
  const { value = noDay } = useLoaded(
    ["interview", "day", day ?? "", String(offset), members.join(), id ?? ""],
    async (signal): Promise<Day> => {
      if (day === undefined || members.length === 0) return noDay
      const from = Date.parse(`${day}T00:00:00Z`) - offset
      const span = { from: new Date(from).toISOString(), to: new Date(from + 86_400_000).toISOString() }
      const [{ busy_times, calendars }, { interviews }] = await Promise.all([
        candor.interviews.busyTimes({
          ...span,
          member_ids: members.join(),
          ...(id === undefined ? {} : { interview_id: id })
        }, { signal }),
        candor.interviews.list({ ...span, limit: 100 }, { signal })
      ])
      const of = ({ by, ends_at, member_id, starts_at }: TakenTime) =>
        interviews.find((one) =>
          by === "interview" && one.starts_at === starts_at && one.ends_at === ends_at &&
          one.interviewers.some((held) => held.member_id === member_id)
        )
      return {
        busy: busy_times.map((busy) => ({ ...busy, interview: of(busy) })),
        stale: new Set(calendars.filter(({ is_stale }) => is_stale).map(({ member_id }) => member_id))
      }
    }
  )
  return value
}

/** Returns the busy times that overlap with an interview. */
export const overlapping = ({ busy }: Day, { ends_at, starts_at }: Interview): ReadonlyArray<Busy> =>
  busy.filter((one) => starts_at !== null && ends_at !== null && one.starts_at < ends_at && one.ends_at > starts_at)
