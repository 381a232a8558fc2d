/** One attempt at a request. */
import { textOf } from "./Body.ts"
import { CandorError, ConnectionError, errorOf, TimeoutError } from "./Errors.ts"
import type { Settings } from "./Settings.ts"
import { maxTimerMillis } from "./Timing.ts"

export interface Attempt<A> {
  readonly url: string
  readonly init: RequestInit & { readonly headers: Headers }
  readonly requestId: string
  readonly timeoutMillis: number
  readonly signal?: AbortSignal | undefined
  /** Reads the response, within the same time limit. */
  readonly read: (response: Response) => Promise<A>
  /** Whether the body is read later, without a time limit. Aborting the signal still ends that. */
  readonly isStream?: boolean
}

/**
 * Sends a request once, and reads its response. Fails with an `ApiError` for any response but success (redirects are
 * not followed, because the key is for this address only), with a `ConnectionError` if there is no response, and with
 * the signal's reason if it is aborted.
 */
export const attempt = async <A>({ fetch, timing }: Settings, request: Attempt<A>): Promise<A> => {
  const { init, isStream = false, read, requestId, signal, timeoutMillis, url } = request
  signal?.throwIfAborted()
  const ending = new AbortController()
  const abort = () => ending.abort(signal?.reason)
  signal?.addEventListener("abort", abort, { once: true })
  const release = () => signal?.removeEventListener("abort", abort)
  const late = new TimeoutError(`No answer within ${timeoutMillis} ms`, requestId)
  const timer = setTimeout(() => ending.abort(late), Math.min(timeoutMillis, maxTimerMillis))
  try {
    const response = await fetch(url, { ...init, signal: ending.signal, redirect: "manual" })
    if (!response.ok) throw errorOf(response, await textOf(response), requestId, timing.now())
    const body = await read(response)
    if (!isStream) release()
    return body
  } catch (error) {
    release()
    if (ending.signal.aborted) throw ending.signal.reason
    // Closes the connection if the body was not read to its end.
    ending.abort()
    throw error instanceof CandorError
      ? error
      : new ConnectionError("The server could not be reached", requestId, error)
  } finally {
    clearTimeout(timer)
  }
}
