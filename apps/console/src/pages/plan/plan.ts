/** The planned interviews of a job, and those of an application's stage. */
import type { PlannedForApplication, PlannedInterview } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { partStaleTime, queries } from "../../api/queries.ts"
import { asking, reloadChanged } from "../../api/store.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import type { Application } from "../application/Application.ts"

/** The query key of an application's planned interviews in its current stage. */
export const planKey = ({ id, stage_id }: Pick<Application, "id" | "stage_id">) =>
  ["planned_interview", "of", id, stage_id] as const

const load = async (id: string, signal: AbortSignal) =>
  (await candor.plannedInterviews.ofApplication(id, { signal })).plan

export const usePlan = (application: Pick<Application, "id" | "stage_id">) =>
  useLoaded(planKey(application), (signal) => load(application.id, signal), partStaleTime)

/** Loads the plan of the stage that an application has entered; empty on failure, because nothing depends on it. */
export const loadPlan = (
  application: Pick<Application, "id" | "stage_id">
): Promise<ReadonlyArray<PlannedForApplication>> =>
  queries.fetchQuery({
    queryKey: planKey(application),
    queryFn: ({ signal }) => asking(planKey(application), () => load(application.id, signal)),
    staleTime: 0
  }).catch(() => [])

export const usePlanOfJob = (job: string) =>
  useLoaded(
    ["planned_interview", job],
    async (signal) => (await candor.plannedInterviews.list(job, { signal })).planned_interviews
  )

export const reloadPlans = (): Promise<void> => reloadChanged(["planned_interview"])

/** Names the interviewers: “2 of Ann, Bo, Cem”, or all of them. */
export const heldBy = (
  { member_ids, needed }: Pick<PlannedInterview, "member_ids" | "needed">,
  names: ReadonlyMap<string, string>
): string => {
  const people = member_ids.map((id) => names.get(id) ?? "…").join(", ")
  return needed === null || needed >= member_ids.length ? people : t("{n} of {people}", { n: needed, people })
}
