/** The API client, with the credential of the person who signed in. */
import { createClient } from "@candor/client"
import { sendWithCredential } from "./Credential.ts"

/** Fails at once when the hourly request limit is used up, instead of waiting, so that the person is told. */
export const candor = createClient({
  baseUrl: `${location.origin}/api/v1`,
  fetch: sendWithCredential,
  maxRateLimitWaitMillis: 0
})
