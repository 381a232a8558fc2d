/** What filters of lists can be set to. */
import { candor } from "./Client.ts"
import { useLoaded } from "./useLoaded.ts"

type Choices = ReadonlyArray<readonly [value: string, name: string]>

/** The most frequent tags of candidates. */
export const useTagChoices = (): Choices =>
  useLoaded(
    ["candidate", "tags"],
    async (signal): Promise<Choices> => (await candor.candidates.tags({ signal })).tags.map(({ name }) => [name, name])
  ).value ?? []

/** The newest jobs, by their titles. */
export const useJobChoices = (): Choices =>
  useLoaded(["job", "choices"], async (signal): Promise<Choices> => {
    const { jobs } = await candor.jobs.list({ limit: 100 }, { signal })
    return jobs.map(({ id, title }) => [id, title] as const).toSorted(([, one], [, other]) => one.localeCompare(other))
  }).value ?? []
