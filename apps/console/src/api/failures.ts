/** Failures of requests, in the words that a person reads. */
import {
  ApiError,
  CandorError,
  ConnectionError,
  NotFound,
  PreconditionFailed,
  RateLimitExceeded,
  Unauthorized
} from "@candor/client"
import { t } from "../language/text.tsx"
import { textOf } from "./failureTexts.ts"
import { issuesOf, sentenceOf } from "./issues.ts"

/** Returns the text for people instead of the server's message, which tells programs what to call and send. */
const worded = (error: CandorError): string | undefined => {
  if (error instanceof ConnectionError) return t("The server can't be reached.")
  if (error instanceof NotFound) return t("This no longer exists, or you no longer have access to it.")
  if (error instanceof PreconditionFailed)
    return t("Someone else changed this while you were editing. Close and reopen it, then make your changes again.")
  if (error instanceof RateLimitExceeded)
    return t("You've reached the hourly request limit. Try again when the next hour starts.")
  const issues = issuesOf(error)
  if (issues.length > 0) return issues.map(sentenceOf).join(" ")
  return error instanceof ApiError ? textOf(error.details) : undefined
}

/** Returns the sentence that a person reads for any failure. */
export const messageOf = (error: unknown): string => {
  // The id of the request is for programs and their logs.
  if (error instanceof CandorError)
    return worded(error) ?? error.message.replace(` (request ${error.requestId})`, "")
  return error instanceof Error ? error.message : String(error)
}

/** The same for a change: if no answer arrived, the server may still have made it. */
export const messageOfChange = (error: unknown): string =>
  messageOf(error) + (error instanceof ConnectionError ? ` ${t("Your change may not have been saved.")}` : "")

/** Returns whether the server does not accept the credential, so that the person has to sign in. */
export const isSignedOut = (error: unknown): boolean => error instanceof Unauthorized
