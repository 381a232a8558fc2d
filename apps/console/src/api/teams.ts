/** The teams of jobs. */
import type { TeamMember } from "@candor/client"
import { candor } from "./Client.ts"
import { type LoadedValue, useLoaded } from "./useLoaded.ts"

/** The team of a job; of none where there is no job, without a request. */
export const useTeam = (jobId: string | undefined): LoadedValue<ReadonlyArray<TeamMember>> =>
  useLoaded(["team_member", jobId ?? ""], async (signal) => jobId === undefined ? [] : (await candor.teamMembers.list(jobId, { signal })).team)
