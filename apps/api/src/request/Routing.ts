/** How paths are matched: as the contract writes them, letter by letter. */
import type { FindMyWay } from "effect/http"

export const routing: FindMyWay.RouterConfig = {
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false,
  // A malformed id of any length is 404, and only after authentication.
  maxParamLength: 100_000
}
