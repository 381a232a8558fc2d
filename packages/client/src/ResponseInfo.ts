/** The information about a response besides its body. */

export interface ResponseInfo {
  readonly status: number
  /** The id of the request in the server's log, and of its changes in the feed. */
  readonly requestId: string
  /** The entity tag of a resource that was read, for `ifMatch`. */
  readonly etag: string | undefined
  /** Whether this is the stored response to an earlier request with the same idempotency key. */
  readonly isReplayed: boolean
  /** The requests per hour, those that remain, and the end of the hour in seconds since the Unix epoch. */
  readonly rateLimit: { readonly limit: number; readonly remaining: number; readonly reset: number }
  readonly headers: Headers
}

const responses = new WeakMap<object, ResponseInfo>()

/** Associates a body with its response for as long as the body is in memory. */
export const remember = <A extends object>(body: A, { headers, status }: Response, requestId: string): A => {
  const numberOf = (name: string) => Number(headers.get(name))
  responses.set(body, {
    status,
    requestId: headers.get("x-request-id") ?? requestId,
    etag: headers.get("etag") ?? undefined,
    isReplayed: headers.get("idempotency-replayed") === "true",
    rateLimit: {
      limit: numberOf("x-ratelimit-limit"),
      remaining: numberOf("x-ratelimit-remaining"),
      reset: numberOf("x-ratelimit-reset")
    },
    headers
  })
  return body
}

/** Returns the response information for a body that a method returned. Throws a `TypeError` for any other object. */
export const responseOf = (body: object): ResponseInfo => {
  const response = responses.get(body)
  if (response === undefined)
    throw new TypeError("responseOf: expected an answer as a method of the client returned it")
  return response
}
