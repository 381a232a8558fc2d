/** The overviews of candidates: what lists show of each besides its own fields. */
import type { OverviewsPeopleQuery, PersonOverview } from "@candor/client"
import { candor } from "./Client.ts"
import { stringifySearch } from "../router/search.ts"
import { useLoaded } from "./useLoaded.ts"

/** The maximum number of candidates in a request. */
export const maxPeople = 50

/** Selects the applications of which each candidate's newest is shown. */
export type PeopleFilter = Omit<OverviewsPeopleQuery, "ids">

/**
 * The overviews of at most 50 candidates by id; empty until they are loaded. They are cached beside the jobs'
 * overviews, because the same events change both.
 */
export const usePeople = (
  ids: ReadonlyArray<string>,
  filter: PeopleFilter = {}
): ReadonlyMap<string, PersonOverview> => {
  const { value = [] } = useLoaded(
    ["job", "overview", "people", ...ids, stringifySearch(filter)],
    async (signal) =>
      ids.length === 0 ? [] : (await candor.overviews.people({ ...filter, ids: ids.join() }, { signal })).candidates
  )
  return new Map(value.map((person) => [person.id, person]))
}

/** Returns the job and stage of a person's newest application in a few words; null if there is none. */
export const standing = (person: PersonOverview | undefined): string | null => {
  const application = person?.application ?? null
  return application === null ? null : `${application.job.title} · ${application.stage.name}`
}
