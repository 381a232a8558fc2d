/** Where candidates stand: what lists say of each beside its own fields. */
import type { PersonOverview } from "@candor/client"
import { candor } from "./Client.ts"
import { useLoaded } from "./useLoaded.ts"

/** Candidates of one request. */
export const maxPeople = 50

/**
 * The overviews of at most 50 candidates by their ids; none until they are loaded. They are kept with the jobs'
 * overviews, which the same events change.
 */
export const usePeople = (ids: ReadonlyArray<string>): ReadonlyMap<string, PersonOverview> => {
  const { value = [] } = useLoaded(
    ["job", "overview", "people", ...ids],
    async (signal) =>
      ids.length === 0 ? [] : (await candor.overviews.people({ ids: ids.join() }, { signal })).candidates
  )
  return new Map(value.map((person) => [person.id, person]))
}

/** The job and the stage of a person's newest application, in a few words; null where there is none. */
export const standing = (person: PersonOverview | undefined): string | null => {
  const application = person?.application ?? null
  return application === null ? null : `${application.job.title} · ${application.stage.name}`
}
