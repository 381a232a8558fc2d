/** The API client, with the credential of the person who signed in. */
import { createClient } from "@candor/client"
import { sendWithCredential } from "./Credential.ts"

/** Reports a used-up hourly request limit at once, instead of waiting for the next hour. */
export const candor = createClient({
  baseUrl: `${location.origin}/api/v1`,
  fetch: sendWithCredential,
  maxRateLimitWaitMillis: 0
})
