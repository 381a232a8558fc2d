/**
 * Fingerprints of texts, which find nearly equal ones without comparing all pairs: MinHash over word pairs, and
 * locality-sensitive hashing of the result (Broder 1997; Leskovec, Rajaraman, Ullman: Mining of Massive Datasets,
 * chapter 3).
 */

/** The number of hashes of a fingerprint, of hashes in a band, and of bands. */
const [hashes, rows, bands] = [128, 2, 32]

/** The most words of a text that are read, which bounds the work. */
const maxWords = 4000

/** A word. In scripts without spaces, each character is one. */
const wordPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu

/** Returns the first 4,000 words of a text in lower case, without punctuation. */
export const wordsOf = (text: string): ReadonlyArray<string> => {
  const words: Array<string> = []
  // Cuts a text before it is normalized: only `maxWords` words are needed.
  for (const [word] of text.slice(0, maxWords * 20).normalize("NFKC").toLowerCase().matchAll(wordPattern)) {
    words.push(word)
    if (words.length === maxWords) break
  }
  return words
}

/** Mixes the bits of a number (the finalizer of MurmurHash3). */
const mixed = (value: number): number => {
  let hash = value
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b)
  hash = Math.imul(hash ^ hash >>> 13, 0xc2b2ae35)
  return (hash ^ hash >>> 16) >>> 0
}

/** Returns a 32-bit hash of a text (FNV-1a). */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

const seeds = Uint32Array.from({ length: hashes }, (_, at) => mixed(at + 1))

/** The least hashes of neighboring word pairs. */
export type TextPrint = Uint32Array

/**
 * Returns the fingerprint of a text; null if it has fewer words than `minWords`, because short texts are equal by
 * chance.
 */
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

/** Estimates the share of word pairs that two texts have in common, from 0 to 1 (Jaccard index). */
export const likeness = (one: TextPrint, other: TextPrint): number => {
  let same = 0
  for (let at = 0; at < hashes; at++) if (one[at] === other[at]) same++
  return same / hashes
}

/** Estimates the number of word pairs of a text: the more there are, the closer to 0 are the least hashes. */
const pairsOf = (print: TextPrint): number => {
  let sum = 0
  for (const hash of print) sum += hash / 2 ** 32
  return hashes / sum - 1
}

/** Estimates the number of word pairs that two texts have in common. */
export const pairsInCommon = (one: TextPrint, other: TextPrint): number => {
  const share = likeness(one, other)
  return share * (pairsOf(one) + pairsOf(other)) / (1 + share)
}

/** Combines two hashes to a signed 64-bit number, as the database stores it. */
export const keyOf = (high: number, low: number): bigint =>
  BigInt.asIntN(64, BigInt(high >>> 0) << 32n | BigInt(low >>> 0))

/** Returns the key of a value of this kind, such as a phone number. */
export const keyOfText = (kind: string, value: string): bigint =>
  keyOf(hashOf(`${kind}\n${value}`), mixed(hashOf(`${value}\n${kind}`)))

/**
 * Returns the keys of a fingerprint: very similar texts share at least one. `kind` separates texts of different kinds.
 */
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

/** Converts a fingerprint to bytes, and bytes to a fingerprint. */
export const bytesOf = (print: TextPrint): Uint8Array =>
  new Uint8Array(print.buffer, print.byteOffset, print.byteLength)
export const printIn = (bytes: Uint8Array): TextPrint => new Uint32Array(Uint8Array.from(bytes).buffer)
