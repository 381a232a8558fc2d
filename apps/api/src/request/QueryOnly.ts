/** Parameters that are only accepted in the query. */
import { invalidInput } from "@candor/contract/Issues"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"

/** Bytes up to which a body is checked. The operation itself takes none. */
const bytesRead = 1024

/**
 * Makes a function that refuses a request which has a query parameter in its body. Ignoring it there would be
 * irreversible: an erasure cannot be repeated with it.
 */
export const inQueryOnly =
  (name: string) =>
  <A, E, R>(handled: Effect.Effect<A, E, R>, { request }: { readonly request: HttpServerRequest.HttpServerRequest }) =>
    Effect.gen(function*() {
      const length = Number(request.headers["content-length"] ?? 0)
      const text = length > 0 && length <= bytesRead ? yield* Effect.orElseSucceed(request.text, () => "") : ""
      if (text.includes(name)) {
        return yield* Effect.fail(
          invalidInput([{ path: [name], message: `Expected in the query: ?${name}=true`, reason: "unknown" }])
        )
      }
      return yield* handled
    })
