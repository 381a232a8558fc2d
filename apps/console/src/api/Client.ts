/** The project's client, with the credential of the person who signed in. */
import { createClient } from "@candor/client"
import { sendWithCredential } from "./Credential.ts"

/** A person is told at once that the requests of the hour are used up. */
export const candor = createClient({
  baseUrl: `${location.origin}/api/v1`,
  fetch: sendWithCredential,
  maxRateLimitWaitMillis: 0
})
