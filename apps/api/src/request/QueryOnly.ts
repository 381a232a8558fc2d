/** Parameters that are looked for in the query alone. */
import { invalidInput } from "@candor/contract/Issues"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"

/** A longer body is not looked at, in bytes: the operation takes none. */
const bytesRead = 1024

/**
 * Makes the function that refuses a request whose body has a parameter of the query, before it is handled: an erasure
 * that overlooked it could not be made again.
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
