/** Input errors: a summary, and each issue with its path. */
import type { Reasoned } from "@candor/domain/IssueReason"
import { InvalidRequest, type Refusal } from "./Errors.ts"

/** One issue of the input. The path has the keys from the outside in. */
export interface Issue extends Reasoned {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
  /** The id of the resource that already has the value. */
  readonly existing_id?: string
}

/** The most issues in the message. */
const inMessage = 3

/** The most issues in the details: a body may have thousands. */
const inDetails = 100

/** The most keys of a path. */
const maxPathLength = 20

/** The most characters of a key. */
const maxKeyLength = 100

/** The most characters of an issue's message. */
const maxMessageLength = 4000

const cut = (text: string, length: number) => text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`

/** Shortens an issue: its path can contain names from the input. */
const bounded = ({ message, path, values = {}, ...issue }: Issue) => ({
  ...issue,
  values,
  path: path.slice(0, maxPathLength).map((key) => typeof key === "string" ? cut(key, maxKeyLength) : key),
  message: cut(message, maxMessageLength)
})

const line = ({ message, path }: Issue) => path.length === 0 ? message : `${path.join(".")}: ${message}`

declare const isOfInput: unique symbol

/** An error that consists of input issues and has no failure name: only `invalidInput` returns one. */
export interface InvalidInput extends InvalidRequest {
  readonly [isOfInput]: true
}

/** Returns the error for these issues. `lead` begins the message and names the input if the paths do not. */
export const invalidInput: (
  issues: ReadonlyArray<Issue>,
  lead?: string,
  reason?: Refusal
) => InvalidInput = (
  issues,
  lead = "",
  reason = "invalid_input"
) => {
  const reported = issues.slice(0, inDetails).map(bounded)
  const summary = reported.slice(0, inMessage).map(line).join("; ")
  const rest = issues.length > inMessage ? `; and ${issues.length - inMessage} more` : ""
  const message = lead + summary + rest
  return new InvalidRequest({ error: { message, details: { reason, issues: reported } } }) as InvalidInput
}
