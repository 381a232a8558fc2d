/** The sign-in routes, which are not part of the API. They accept the cookie only, and refuse a request with a key. */
import { ConnectionError, errorOf } from "@candor/client"
import { consoleHeader } from "./Credential.ts"

interface Sent {
  /** The JSON body. Without it the request is a GET. */
  readonly body?: object
  readonly signal?: AbortSignal
}

/** Sends a request once, and returns its answer. Fails with the client's errors. */
export const callSignIn = async <Answer>(path: string, { body, signal }: Sent = {}): Promise<Answer> => {
  const headers = new Headers()
  headers.set(...consoleHeader)
  if (body !== undefined) headers.set("Content-Type", "application/json")
  const response = await fetch(`/console/${path}`, {
    headers,
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal })
  }).catch((cause: unknown) => {
    throw signal?.aborted === true ? cause : new ConnectionError("The server could not be reached", "", cause)
  })
  if (!response.ok) throw errorOf(response, await response.text(), "", Date.now())
  return await response.json() as Answer
}
