/** The overviews of candidates: what lists show of each besides its own fields. */
import type { PersonOverview } from "@candor/client"
import { candor } from "./Client.ts"
import { useLoaded } from "./useLoaded.ts"

/** The maximum number of candidates in a request. */
export const maxPeople = 50

/**
 * The overviews of at most 50 candidates by id; empty until they are loaded. They are cached beside the jobs'
 * overviews, because the same events change both.
 */
export const usePeople = (ids: ReadonlyArray<string>): ReadonlyMap<string, PersonOverview> => {
  const { value = [] } = useLoaded(
    ["job", "overview", "people", ...ids],
    async (signal) =>
      ids.length === 0 ? [] : (await candor.overviews.people({ ids: ids.join() }, { signal })).candidates
  )
  return new Map(value.map((person) => [person.id, person]))
}

/** Returns the job and stage of a person's newest application in a few words; null if there is none. */
export const standing = (person: PersonOverview | undefined): string | null => {
  const application = person?.application ?? null
  return application === null ? null : `${application.job.title} · ${application.stage.name}`
}
