/** The teams of jobs. */
import type { TeamMember } from "@candor/client"
import type { Audience } from "../session/rights.ts"
import { candor } from "./Client.ts"
import { feedStaleTime } from "./queries.ts"
import { type LoadedValue, useLoaded } from "./useLoaded.ts"

/** The team of a job; empty without a job, and then sends no request. */
export const useTeam = (jobId: string | undefined): LoadedValue<ReadonlyArray<TeamMember>> =>
  useLoaded(
    ["team_member", jobId ?? ""],
    async (signal) => jobId === undefined ? [] : (await candor.teamMembers.list(jobId, { signal })).team,
    feedStaleTime
  )

/** Who sees the applications of a job; undefined without a job, and until it is loaded. */
export const useAudience = (jobId: string | undefined): Audience | undefined => {
  const { value: team } = useTeam(jobId)
  const { value: job } = useLoaded(
    ["job", jobId ?? ""],
    async (signal) => jobId === undefined ? null : (await candor.jobs.get(jobId, { signal })).job,
    feedStaleTime
  )
  return team === undefined || job === undefined || job === null
    ? undefined
    : { team: new Set(team.map(({ member }) => member.id)), isTeamOnly: job.is_confidential }
}
