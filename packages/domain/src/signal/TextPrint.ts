/**
 * Prints of texts, by which nearly equal ones are found without comparing each with all: MinHash over pairs of words,
 * and locality-sensitive hashing over the result (Broder 1997; Leskovec, Rajaraman, Ullman: Mining of Massive Datasets,
 * chapter 3).
 */

/** Hashes of a print, and how many of them make a band. */
const [hashes, rows, bands] = [128, 2, 32]

/** Words of a text that are read, so that the work is bounded. */
const maxWords = 4000

/** Each script without spaces between words has its characters as words. */
const wordPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu

/** Returns the words of a text in lower case, without punctuation: the first 4,000. */
export const wordsOf = (text: string): ReadonlyArray<string> => {
  const words: Array<string> = []
  // Limits the text before it is normalized, however long it is: `maxWords` words are all that is needed.
  for (const [word] of text.slice(0, maxWords * 20).normalize("NFKC").toLowerCase().matchAll(wordPattern)) {
    words.push(word)
    if (words.length === maxWords) break
  }
  return words
}

/** Spreads the bits of a number (the end of MurmurHash3). */
const mixed = (value: number): number => {
  let hash = value
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b)
  hash = Math.imul(hash ^ hash >>> 13, 0xc2b2ae35)
  return (hash ^ hash >>> 16) >>> 0
}

/** A hash of 32 bits of a text (FNV-1a). */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

const seeds = Uint32Array.from({ length: hashes }, (_, at) => mixed(at + 1))

/** The least hashes of the pairs of words that stand beside each other. */
export type TextPrint = Uint32Array

/** Returns the print of a text; null where it has fewer words than `minWords`: short texts are the same by chance. */
export const printOf = (text: string, minWords: number): TextPrint | null => {
  const words = wordsOf(text)
  if (words.length < minWords) return null
  const single = words.map(hashOf)
  const pairs = new Set<number>()
  for (let at = 1; at < single.length; at++) pairs.add(mixed(Math.imul(single[at - 1]!, 0x9e3779b1) + single[at]!))
  const print = new Uint32Array(hashes).fill(0xffffffff)
  for (const pair of pairs) {
    for (let at = 0; at < hashes; at++) {
      const hash = mixed(pair ^ seeds[at]!)
      if (hash < print[at]!) print[at] = hash
    }
  }
  return print
}

/** Returns about which share of their pairs of words two texts have in common, from 0 to 1 (their Jaccard index). */
export const likeness = (one: TextPrint, other: TextPrint): number => {
  let same = 0
  for (let at = 0; at < hashes; at++) if (one[at] === other[at]) same++
  return same / hashes
}

/** Returns about how many pairs of words a text has: the least of n hashes is the nearer to 0, the more there are. */
const pairsOf = (print: TextPrint): number => {
  let sum = 0
  for (const hash of print) sum += hash / 2 ** 32
  return hashes / sum - 1
}

/** Returns about how many pairs of words two texts have in common. */
export const pairsInCommon = (one: TextPrint, other: TextPrint): number => {
  const share = likeness(one, other)
  return share * (pairsOf(one) + pairsOf(other)) / (1 + share)
}

/** A number of 64 bits with a sign, as the database keeps it, of two hashes. */
export const keyOf = (high: number, low: number): bigint =>
  BigInt.asIntN(64, BigInt(high >>> 0) << 32n | BigInt(low >>> 0))

/** Returns the key of a value of some kind, such as a phone number. */
export const keyOfText = (kind: string, value: string): bigint =>
  keyOf(hashOf(`${kind}\n${value}`), mixed(hashOf(`${value}\n${kind}`)))

/** Returns the keys of a print: two texts that are much alike have one in common. `kind` keeps texts of others apart. */
export const bandsOf = (kind: string, print: TextPrint): ReadonlyArray<bigint> =>
  Array.from({ length: bands }, (_, band) => {
    const salt = hashOf(`${kind} ${band}`)
    const hash = (seed: number) => {
      let value = seed
      for (let row = 0; row < rows; row++) value = mixed(value ^ print[band * rows + row]!)
      return value
    }
    return keyOf(hash(salt), hash(mixed(salt)))
  })

/** Returns a print as bytes, and the print of bytes. */
export const bytesOf = (print: TextPrint): Uint8Array =>
  new Uint8Array(print.buffer, print.byteOffset, print.byteLength)
export const printIn = (bytes: Uint8Array): TextPrint => new Uint32Array(Uint8Array.from(bytes).buffer)
