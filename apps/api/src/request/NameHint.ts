/** Finds the known name that an unknown field or parameter probably means. */
import { distance } from "@candor/domain/EditDistance"

/** Longer names are not compared: no field has such a name. */
const longest = 60

/** Reduces a name to the letters that all its spellings share: `jobId`, `job-id` and `JOB_ID` become `jobid`. */
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "")

/**
 * Returns the known name with the same letters, or else with one or two different ones; undefined if none is similar.
 */
export const meantName = (name: string, known: ReadonlyArray<string>): string | undefined => {
  const letters = lettersOf(name)
  if (name.length > longest || letters === "") return undefined
  let [meant, fewest]: [string | undefined, number] = [undefined, letters.length <= 4 ? 2 : 3]
  for (const other of known) {
    const errors = distance(letters, lettersOf(other))
    if (errors < fewest && errors < letters.length) [meant, fewest] = [other, errors]
  }
  return meant
}
