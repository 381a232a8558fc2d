/** Finds the name that an unknown field or parameter was meant to be. */

/** Longer names are not compared: no field has one. */
const longest = 60

/** Returns the letters of a name, which its spellings have in common: `jobId`, `job-id` and `JOB_ID` are `jobid`. */
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "")

/** Counts the letters to add, remove, replace or swap with their neighbour (optimal string alignment). */
const distance = (one: string, other: string): number => {
  let [beforeLast, last, row]: Array<Array<number>> = [[], [], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i++) {
    ;[beforeLast, last, row] = [last, row, [i]]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      row![j] = Math.min(last![j]! + 1, row![j - 1]! + 1, last![j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) row![j] = Math.min(row![j]!, beforeLast![j - 2]! + 1)
    }
  }
  return row!.at(-1)!
}

/** Returns the known name with the same letters, or else with one or two wrong ones; undefined where none is alike. */
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
