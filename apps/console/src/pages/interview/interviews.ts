/** Interviews for pages: their agreed local times, and their interviewers. */
import { type Interview, responseOf } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useMemberLabels, useMembers } from "../../api/memberNames.ts"
import { partStaleTime } from "../../api/queries.ts"
import { reloadChanged } from "../../api/store.ts"
import { useAudience } from "../../api/teams.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { locale } from "../../language/language.ts"
import { msg, t } from "../../language/text.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { seesNote } from "../../session/rights.ts"

export const kinds = choicesOf<Interview["kind"]>({
  video: msg("Video call"),
  phone: msg("Phone call"),
  onsite: msg("On site"),
  technical: msg("Technical"),
  panel: msg("Panel"),
  presentation: msg("Presentation"),
  other: msg("Other")
})

/** Returns a warning if an interview is a video call without a link, as `awaitsLink` of the server has it. */
export const missingLink = (
  { candidate_instructions, kind, link, location }:
    & Record<"kind" | "link", string>
    & Record<"candidate_instructions" | "location", string | null>
): string | undefined =>
  kind === "video" && !link && !location && !/https?:/i.test(candidate_instructions ?? "")
    ? t("There is no link yet. The candidate reads that it will follow: add it to the interview later.")
    : undefined

export const statuses = choicesOf<Interview["status"]>({
  to_schedule: msg("To schedule"),
  invited: msg("Candidate invited"),
  scheduled: msg("Scheduled"),
  awaiting_feedback: msg("Awaiting feedback"),
  complete: msg("Complete"),
  cancelled: msg("Interview canceled"),
  no_show: msg("No-show")
})

export const responses = choicesOf<Interview["interviewers"][number]["response"]>({
  needs_action: msg("Invited"),
  accepted: msg("Accepted"),
  tentative: msg("Tentative"),
  declined: msg("Declined")
})

/** Loads the interviews of an application, newest first. */
export const useInterviews = (id: string) =>
  useLoaded(
    ["interview", id],
    async (signal) => (await candor.interviews.list({ application_id: id, limit: 50 }, { signal })).interviews,
    partStaleTime
  )

const statusesToCome = new Set<Interview["status"]>(["to_schedule", "invited", "scheduled"])

export const isToCome = ({ status }: Interview): boolean => statusesToCome.has(status)

/** Loads the upcoming interviews of an application. */
export const interviewsToCome = async (application_id: string): Promise<ReadonlyArray<Interview>> =>
  (await candor.interviews.list({ application_id, limit: 50 })).interviews.filter(isToCome)

/** Cancels the upcoming interviews of an application. Returns a function that undoes this. */
export const cancelInterviewsToCome = async (application: string): Promise<() => Promise<void>> => {
  const canceled: Array<Interview> = []
  for (const { id } of await interviewsToCome(application))
    canceled.push((await candor.interviews.cancel(id, { reason: t("The application is closed.") })).interview)
  reloadInterviews()
  return async () => {
    for (const one of canceled) await ifUnchanged(one, ({ ifMatch }) => candor.interviews.reopen(one.id, { ifMatch }))
  }
}

/** Changes a shown interview, or undoes a change, unless somebody has changed it since. */
export const ifUnchanged = async (
  { id, updated_at }: Interview,
  send: (options: { readonly ifMatch: string | undefined }) => Promise<unknown>
): Promise<void> => {
  const answer = await candor.interviews.get(id)
  reloadInterviews()
  if (answer.interview.updated_at !== updated_at) throw new Error(t("Someone else has changed the interview since."))
  await send({ ifMatch: responseOf(answer).etag })
  reloadInterviews()
}

/** Reloads interviews, and the planned interviews of applications. */
export const reloadInterviews = () => ["interview", "planned_interview"].forEach((noun) => void reloadChanged([noun]))

/** Returns the device's time zone, the default of a new interview. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

type Timed = Pick<Interview, "starts_at" | "ends_at" | "local_start" | "time_zone">

const millisOf = (local: string): number => Date.parse(`${local}:00Z`)

/**
 * Returns the interview's UTC offset in milliseconds, as the server found it: the device's zone data may be outdated.
 */
export const offsetOf = ({ local_start, starts_at }: Timed): number =>
  local_start === null || starts_at === null ? 0 : millisOf(local_start) - Date.parse(starts_at)

/** Returns the instant of a local time at the interview's UTC offset. */
export const instantIn = (interview: Timed, local: string): string =>
  new Date(millisOf(local) - offsetOf(interview)).toISOString()

/** `UTC+05:45`. */
export const offsetName = (millis: number): string =>
  `UTC${millis < 0 ? "−" : "+"}${new Date(Math.abs(millis)).toISOString().slice(11, 16)}`

const format = (millis: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale(), { ...options, timeZone: "UTC" }).format(millis)

/** Formats the time of day, from milliseconds of local time: `10:00`. */
export const clockOf = (millis: number): string => format(millis, { timeStyle: "short" })

/** `Tue, Dec 1`. */
export const shortDayOf = (millis: number): string =>
  format(millis, { weekday: "short", day: "numeric", month: "short" })

export const dayOf = (millis: number): string =>
  format(millis, { weekday: "short", day: "numeric", month: "short", year: "numeric" })

/** Formats start and end at a UTC offset: `10:00 – 11:00`. */
export const clocksOf = ({ ends_at, starts_at }: Timed, offset: number): string =>
  `${clockOf(Date.parse(starts_at ?? "") + offset)} – ${clockOf(Date.parse(ends_at ?? "") + offset)}`

/**
 * Formats the time of an interview: “Tue, Dec 1, 2026, 10:00 – 11:00 (UTC+01:00, Europe/Berlin)”; undefined before it
 * has a time.
 */
export const whenOf = (interview: Timed): string | undefined => {
  const { local_start, time_zone } = interview
  if (local_start === null || time_zone === null) return undefined
  const offset = offsetOf(interview)
  return t("{day}, {clocks} ({offset}, {zone})", {
    day: dayOf(millisOf(local_start)),
    clocks: clocksOf(interview, offset),
    offset: offsetName(offset),
    zone: time_zone.replaceAll("_", " ")
  })
}

export interface PossibleInterviewer {
  readonly id: string
  readonly label: string
  readonly isInTeam: boolean
  /** Whether the member sees the job's applications; if not, the member has to join its team first. */
  readonly sees: boolean
}

/** Adds the chosen members who do not see the job to its team. */
export const joinTeam = async (
  job: string,
  members: ReadonlyArray<PossibleInterviewer>,
  chosen: ReadonlyArray<string>
): Promise<void> => {
  const joining = members.filter(({ id, sees }) => chosen.includes(id) && !sees)
  for (const { id } of joining) await candor.teamMembers.put(job, id, { role: "interviewer", from_role: null })
}

/** The active members, the job's team first; undefined until they are loaded. */
export const usePossibleInterviewers = (jobId: string): ReadonlyArray<PossibleInterviewer> | undefined => {
  const labels = useMemberLabels()
  const members = useMembers()
  const audience = useAudience(jobId)
  if (members === undefined || audience === undefined) return undefined
  return members.filter(({ status }) => status === "active")
    .map((member) => ({
      id: member.id,
      label: labels.get(member.id) ?? "",
      isInTeam: audience.team.has(member.id),
      sees: seesNote(member, audience)
    }))
    .toSorted((one, other) => Number(other.isInTeam) - Number(one.isInTeam) || one.label.localeCompare(other.label))
}
