/** How paths are matched: as the contract writes them, letter by letter. */
import type { FindMyWay } from "effect/http"

export const routing: FindMyWay.RouterConfig = {
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false,
  // An id may be as long as it likes to be wrong: what addresses nothing is answered after the key was asked for.
  maxParamLength: 100_000
}
