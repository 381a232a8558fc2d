/** The choices that filters of lists offer. */
import type { Job } from "@candor/client"
import { candor } from "./Client.ts"
import { useLoaded } from "./useLoaded.ts"

type Choices = ReadonlyArray<readonly [value: string, name: string]>

/** The most frequent tags of candidates. */
export const useTagChoices = (): Choices =>
  useLoaded(
    ["candidate", "tags"],
    async (signal): Promise<Choices> => (await candor.candidates.tags({ signal })).tags.map(({ name }) => [name, name])
  ).value ?? []

/** The newest jobs by title, and the chosen one if it is older. */
export const useJobChoices = (chosen?: string): Choices => {
  const newest = useLoaded(["job", "choices"], async (signal): Promise<Choices> => {
    const { jobs } = await candor.jobs.list({ limit: 100 }, { signal })
    return jobs.map(({ id, title }) => [id, title] as const).toSorted(([, one], [, other]) => one.localeCompare(other))
  }).value
  const isOlder = chosen !== undefined && newest !== undefined && newest.every(([id]) => id !== chosen)
  const older = useLoaded(
    ["job", isOlder ? chosen : "none", "choice"],
    async (signal): Promise<Choices> => isOlder ? [[chosen, (await candor.jobs.get(chosen, { signal })).job.title]] : []
  ).value
  return [...newest ?? [], ...isOlder ? older ?? [] : []]
}

/** A job that rows of an import may name. */
export type NamedJob = Pick<Job, "department" | "id" | "location" | "stages" | "status" | "title">

/** The newest jobs of each status, by title, with the closed ones last; undefined until they are loaded. */
export const useNamedJobs = (): ReadonlyArray<NamedJob> | undefined =>
  useLoaded(["job", "named"], async (signal): Promise<ReadonlyArray<NamedJob>> => {
    const pages = await Promise.all(
      (["draft", "published", "closed"] as const).map((status) => candor.jobs.list({ status, limit: 100 }, { signal }))
    )
    return pages.flatMap(({ jobs }) => jobs).toSorted((one, other) =>
      Number(one.status === "closed") - Number(other.status === "closed") || one.title.localeCompare(other.title)
    )
  }).value
