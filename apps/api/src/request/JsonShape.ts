/** Measures the values and the nesting of a JSON text before it is parsed. */

/** Maximum values and keys of a body. The largest that an operation accepts, 1,000 prospects, has 17,000. */
const maxValues = 20_000

/** Maximum nesting of lists and objects. The deepest body that an operation accepts has four levels. */
const maxDepth = 64

/** Why a body is refused before it is checked against its schema. */
export const tooComplex = `Expected JSON of at most ${maxValues} keys and values, nested at most ${maxDepth} deep`

/** The body of a request has more values, or deeper nesting, than any operation accepts. */
export class BodyTooComplex extends Error {}

/**
 * Whether a JSON text has more values, or deeper nesting, than any operation accepts. A schema takes seconds to check
 * such a body; this function takes linear time and stops at the bound. For invalid JSON it may return either.
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
