/** The search for a job among those of a careers board. */
import type { Posting } from "./PublicBoard.ts"

export interface JobSearch {
  readonly department?: string | undefined
  readonly location?: string | undefined
  readonly workplace_type?: Posting["workplace_type"] | undefined
  readonly q?: string | undefined
}

/** Returns what spellings of a text have in common: `Zürich` and `zurich` are the same. */
const keyOf = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

const places = ({ location, locations, remote_countries }: Posting): string =>
  [location, ...locations.flatMap(({ city, country, region }) => [city, region, country]), ...remote_countries].filter((part) => part !== null).join("\n")

/** Returns a function that tells whether a job is as a search has it: all words of `q` are in its title, department or places. */
export const matching = ({ department, location, q, workplace_type }: JobSearch): (posting: Posting) => boolean => {
  const place = location === undefined ? undefined : keyOf(location)
  const words = q === undefined ? [] : keyOf(q).split(/\s+/).filter((word) => word !== "")
  return (posting) =>
    (department === undefined || posting.department === department) &&
    (workplace_type === undefined || posting.workplace_type === workplace_type) &&
    (place === undefined || keyOf(places(posting)).includes(place)) &&
    (words.length === 0 || ((text) => words.every((word) => text.includes(word)))(keyOf(`${posting.title}\n${posting.department ?? ""}\n${places(posting)}`)))
}
