/** Failures of requests, in the words that a person reads. */
import { CandorError, ConnectionError, Unauthorized } from "@candor/client"

/** The sentence that a person reads of any failure. */
export const messageOf = (error: unknown): string => {
  if (error instanceof ConnectionError) return "The server cannot be reached."
  // The id of the request is for programs and their logs.
  if (error instanceof CandorError) return error.message.replace(` (request ${error.requestId})`, "")
  return error instanceof Error ? error.message : String(error)
}

/** The same of a change: where no answer came, the server may have made it. */
export const messageOfChange = (error: unknown): string =>
  messageOf(error) + (error instanceof ConnectionError ? " Your change was not confirmed." : "")

/** Whether the server knows nobody by the credential, so that a person has to sign in. */
export const isSignedOut = (error: unknown): boolean => error instanceof Unauthorized
