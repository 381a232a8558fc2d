/** The edit distance of two words, which finds typing errors. */

/** Counts the letters to add, remove, replace or swap with their neighbor (optimal string alignment). */
export const distance = (one: string, other: string): number => {
  let [beforeLast, last, row]: Array<Array<number>> = [
    [],
    [],
    Array.from({ length: other.length + 1 }, (_, index) => index)
  ]
  for (let i = 1; i <= one.length; i++) {
    ;[beforeLast, last, row] = [last, row, [i]]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      row![j] = Math.min(last![j]! + 1, row![j - 1]! + 1, last![j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        row![j] = Math.min(row![j]!, beforeLast![j - 2]! + 1)
    }
  }
  return row!.at(-1)!
}
