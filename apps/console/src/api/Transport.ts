/**
 * Sends requests to the server that the page came from, by the credential of the person who signed in: a session, whose
 * cookie the browser keeps, or an API key, which is forgotten with the tab.
 */
import { failureOf, isSignedOut, unreachable } from "./ApiFailure.ts"

const storedKey = "candor.key"

/** Where the API key of this tab is kept: it survives a reload, and no other tab has it. */
export const apiKey = {
  get: (): string | null => sessionStorage.getItem(storedKey),
  set: (key: string): void => sessionStorage.setItem(storedKey, key),
  clear: (): void => sessionStorage.removeItem(storedKey)
}

interface Sent {
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** Proves to the server that a request with the cookie comes from the console, and not from another site's form. */
const consoleHeader = { "X-Candor-Console": "1" }

/** The routes of signing in know the cookie alone, and refuse a request with a key. */
const isSignIn = (address: string) => address.startsWith("/console/")

type Listener = (credential: { readonly byKey: boolean }) => void

const listeners = new Set<Listener>()

/** Calls a function when the server no longer takes the credential. Returns a function that ends that. */
export const onSignedOut = (listener: Listener): () => void => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isForm = (body: unknown): body is FormData => body instanceof FormData

/** Sends a request with a JSON body or a form. Fails with `ApiFailure` unless the answer is a success. */
export const send = async (method: string, address: string, { body, headers, signal }: Sent = {}): Promise<Response> => {
  const key = isSignIn(address) ? null : apiKey.get()
  const credential = key === null ? consoleHeader : { Authorization: `Bearer ${key}` }
  const request: RequestInit = {
    method,
    credentials: "same-origin",
    headers: { ...credential, ...(body === undefined || isForm(body) ? {} : { "Content-Type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: isForm(body) ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal })
  }
  let response: Response
  try {
    response = await fetch(address, request)
  } catch (error) {
    throw signal?.aborted === true ? error : unreachable(method)
  }
  if (response.ok) return response
  const failure = await failureOf(response)
  // A wrong password ends no session.
  if (isSignedOut(failure) && !isSignIn(address)) for (const listener of listeners) listener({ byKey: key !== null })
  throw failure
}
