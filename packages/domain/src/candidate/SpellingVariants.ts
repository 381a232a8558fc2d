/** Words that a misspelt one may have been meant as. */

/** Words of fewer characters are taken as they are: nearly every other one is a variant of them. */
const shortest = 3

/** Longer words are compared by their trigrams, of which a typing error leaves enough. */
const longest = 6

const letters = [..."abcdefghijklmnopqrstuvwxyz"]

/** Whether the variants of a word are few enough to be looked up, and its trigrams too few to be compared. */
export const hasVariants = (word: string): boolean => {
  const { length } = [...word]
  return length >= shortest && length <= longest
}

/** Whether a word has enough trigrams to be compared by them. */
export const hasTrigrams = (word: string): boolean => [...word].length > longest

/**
 * The words that are one typing error away (Damerau): two neighbours swapped, a letter left out, replaced or added. Includes
 * the word itself.
 */
export const variantsOf = (word: string): ReadonlyArray<string> => {
  const characters = [...word]
  const splits = Array.from({ length: characters.length + 1 }, (_, at) =>
    [characters.slice(0, at).join(""), characters.slice(at)] as const)
  const variants = splits.flatMap(([left, [first = "", second = "", ...rest]]) => {
    const tail = rest.join("")
    const added = letters.map((letter) => left + letter + first + second + tail)
    if (first === "") return added
    const changed = [left + second + tail, ...letters.map((letter) => left + letter + second + tail), ...added]
    return second === "" ? changed : [left + second + first + tail, ...changed]
  })
  return [...new Set([word, ...variants])]
}
