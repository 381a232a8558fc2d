/** The size of a JSON text in values and nesting, which is told before anything is made of it. */

/** Values and keys of a body: the largest that an operation accepts, 1,000 prospects, has 17,000. */
const maxValues = 20_000

/** Lists and objects within one another. The deepest body that an operation accepts has four. */
const maxDepth = 64

/** Why a body is refused before it is checked against its schema. */
export const tooComplex = `Expected JSON of at most ${maxValues} keys and values, nested at most ${maxDepth} deep`

/** The body of a request has more values, or is nested deeper, than any that an operation accepts. */
export class BodyTooComplex extends Error {}

/**
 * Whether a JSON text has more values, or is nested deeper, than any body that an operation accepts. To check such a
 * body takes a schema seconds; this takes a time in proportion to its length, and stops at the bound. Of a text that is
 * no JSON it may say either.
 */
export const isTooComplex = (text: string): boolean => {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        for (at++; at < text.length && text.charCodeAt(at) !== 0x22; at++) if (text.charCodeAt(at) === 0x5c) at++
        break
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > maxDepth || ++values > maxValues) return true
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth--
        break
      case 0x2c: // ,
      case 0x3a: // :
        if (++values > maxValues) return true
    }
  }
  return false
}
