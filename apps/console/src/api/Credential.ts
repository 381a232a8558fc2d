/**
 * Sends requests with the credential of the person who signed in: a session cookie, or an API key that is forgotten
 * when the tab closes.
 */
import { errorOf, type Fetch } from "@candor/client"
import { isSignedOut } from "./failures.ts"

const storedKey = "candor.key"

/** The API key of this tab, in session storage: it survives a reload, and other tabs do not have it. */
export const apiKey = {
  get: (): string | null => sessionStorage.getItem(storedKey),
  set: (key: string): void => sessionStorage.setItem(storedKey, key),
  clear: (): void => sessionStorage.removeItem(storedKey)
}

/** Proves to the server that a request with the cookie comes from the console, and not from another site's form. */
export const consoleHeader = ["X-Candor-Console", "1"] as const

type Listener = (credential: { readonly byKey: boolean }) => void

const listeners = new Set<Listener>()

/** Calls a function when the server no longer accepts the credential. Returns a function that stops this. */
export const onSignedOut = (listener: Listener): () => void => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The ids of this tab's latest requests that change something. */
const sent = new Set<string>()
const maxSent = 200

/** Returns whether this tab sent the request with this id, and so already shows its result. */
export const isSentHere = (requestId: string): boolean => sent.has(requestId)

const remember = (requestId: string | null) => {
  if (requestId === null) return
  sent.add(requestId)
  for (const oldest of sent) {
    if (sent.size <= maxSent) break
    sent.delete(oldest)
  }
}

/** `fetch` with the credential, for the client. */
export const sendWithCredential: Fetch = async (url, init) => {
  const key = apiKey.get()
  const headers = new Headers(init.headers)
  if (key === null) headers.set(...consoleHeader)
  else headers.set("Authorization", `Bearer ${key}`)
  if (init.method !== "GET") remember(headers.get("x-request-id"))
  // Still sends a deletion when its tab is closed.
  const response = await fetch(url, { ...init, headers, keepalive: init.method === "DELETE" })
  // The client reads the body; the status is enough here.
  if (!response.ok && isSignedOut(errorOf(response, "", "", Date.now()))) {
    for (const listener of listeners) listener({ byKey: key !== null })
  }
  return response
}
