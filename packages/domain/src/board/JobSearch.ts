/** The search among the jobs of a careers board. */
import { comparable } from "../Comparison.ts"
import { regionName } from "../job/Region.ts"
import { ancestors } from "../Tree.ts"
import type { Posting, Site } from "./PublicBoard.ts"

export interface JobSearch {
  readonly department?: string | undefined
  readonly location?: string | undefined
  readonly workplace_type?: Posting["workplace_type"] | undefined
  readonly q?: string | undefined
}

const places = ({ location, locations, remote_countries, remote_regions }: Posting): string =>
  [
    location,
    ...locations.flatMap(({ city, country, region }) => [city, region, country]),
    ...remote_countries,
    ...remote_regions.map(regionName)
  ].filter((part) => part !== null).join("\n")

/** Returns a function that gives the names of a job's department and of those above it. */
export const departmentsOf = ({ departments }: Pick<Site, "departments">) => {
  const names = new Map(departments.map(({ id, name }) => [id, name]))
  return ({ department, department_id }: Pick<Posting, "department" | "department_id">): ReadonlyArray<string> =>
    department_id === null
      ? department === null ? [] : [department]
      : ancestors(departments, department_id).flatMap((id) => names.get(id) ?? [])
}

/**
 * Returns a function that tells whether a job matches a search. All words of `q` have to be in its title, department or
 * places.
 */
export const matching = (
  { department, location, q, workplace_type }: JobSearch,
  site: Pick<Site, "departments">
): (posting: Posting) => boolean => {
  const [group, place] = [department, location].map((text) => text === undefined ? undefined : comparable(text))
  const words = q === undefined ? [] : comparable(q).split(" ").filter((word) => word !== "")
  const namesOf = departmentsOf(site)
  return (posting) =>
    (group === undefined || namesOf(posting).some((name) => comparable(name) === group)) &&
    (workplace_type === undefined || posting.workplace_type === workplace_type) &&
    (place === undefined || comparable(places(posting)).includes(place)) &&
    (words.length === 0 ||
      ((text) => words.every((word) => text.includes(word)))(
        comparable(`${posting.title}\n${posting.department ?? ""}\n${places(posting)}`)
      ))
}
