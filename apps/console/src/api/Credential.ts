/**
 * Sends requests by the credential of the person who signed in: a session, whose cookie the browser keeps, or an API
 * key, which is forgotten with the tab.
 */
import { errorOf, type Fetch } from "@candor/client"
import { isSignedOut } from "./failures.ts"

const storedKey = "candor.key"

/** Where the API key of this tab is kept: it survives a reload, and no other tab has it. */
export const apiKey = {
  get: (): string | null => sessionStorage.getItem(storedKey),
  set: (key: string): void => sessionStorage.setItem(storedKey, key),
  clear: (): void => sessionStorage.removeItem(storedKey)
}

/** Proves to the server that a request with the cookie comes from the console, and not from another site's form. */
export const consoleHeader = ["X-Candor-Console", "1"] as const

type Listener = (credential: { readonly byKey: boolean }) => void

const listeners = new Set<Listener>()

/** Calls a function when the server no longer takes the credential. Returns a function that ends that. */
export const onSignedOut = (listener: Listener): () => void => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The ids of the latest requests of this tab that change something. */
const sent = new Set<string>()
const maxSent = 200

/** Whether this tab sent the request with this id, so that it shows already what came of it. */
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
  // A deletion is sent when its tab is closed, too.
  const response = await fetch(url, { ...init, headers, keepalive: init.method === "DELETE" })
  // The client reads the body; the status is enough here.
  if (!response.ok && isSignedOut(errorOf(response, "", "", Date.now()))) {
    for (const listener of listeners) listener({ byKey: key !== null })
  }
  return response
}
