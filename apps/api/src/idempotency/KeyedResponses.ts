/** Finds the stored response to a request with the same idempotency key, and stores the response to a new one. */
import { toError } from "@candor/contract/Failures"
import { idempotencyReplayed } from "@candor/contract/SafeWriting"
import type { Principal } from "@candor/domain/authentication/Principal"
import type { IdempotencyKey, KeptResponse } from "@candor/domain/idempotency/IdempotencyKey"
import { IdempotencyKeys } from "@candor/domain/idempotency/IdempotencyKeys"
import { Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpServerResponse } from "effect/http"
import * as ResponseCipher from "./ResponseCipher.ts"

type Response = HttpServerResponse.HttpServerResponse

/** A request with a key, and the API key's text. */
interface Request extends ResponseCipher.Request {
  readonly key: IdempotencyKey
  readonly principal: Principal
  readonly api_key: string
}

const emptyBody = new Uint8Array()

/** The type and the bytes of a body that is complete in memory. */
const contentOf = ({ body }: Response): Pick<KeptResponse, "body" | "content_type"> => {
  if (body._tag === "Uint8Array") return { body: body.body, content_type: body.contentType }
  if (body._tag === "Empty") return { body: emptyBody, content_type: "" }
  throw new Error(`The answer to a write is a ${body._tag}, which cannot be kept for its idempotency key`)
}

export const make = Effect.gen(function*() {
  const keys = yield* IdempotencyKeys
  const random = yield* SecureRandom.SecureRandom

  /** Returns the functions of one request. They run in its transaction. */
  return ({ api_key, key, principal, ...request }: Request) => {
    const cipher = ResponseCipher.make(api_key)
    const keyed = {
      organization_id: principal.organization.id,
      api_key_id: principal.api_key.id,
      key,
      fingerprint: cipher.fingerprint(request)
    }
    return {
      replayed: Effect.map(
        Effect.mapError(keys.claim(keyed), toError),
        Option.map((kept) => {
          const { body, content_type, status } = cipher.decrypt(kept)
          const headers = { [idempotencyReplayed]: "true" }
          return HttpServerResponse.uint8Array(body, { status, contentType: content_type, headers })
        })
      ),
      keep: (response: Response) =>
        Effect.flatMap(
          random.randomBytes(ResponseCipher.nonceBytes),
          (nonce) => keys.keep(keyed, cipher.encrypt({ status: response.status, ...contentOf(response) }, nonce))
        )
    }
  }
})
