/** Input errors, told the same way whoever finds them: a summary, and every issue with its path. */
import { InvalidRequest } from "./Errors.ts"

/** What is wrong, and where: the keys from the outside in. */
export interface Issue {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

/** Issues that the message names; the details hold more. */
const inMessage = 3

/** Issues that the details hold; a body of a thousand wrong rows would drown its reader. */
const inDetails = 100

/** Most keys of a path that are told. */
const maxPathLength = 20

/** Most characters of a key that are told. */
const maxKeyLength = 100

/** Most characters of an issue's message that are told; the longest list of accepted fields has 300. */
const maxMessageLength = 500

const cut = (text: string, length: number) => text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`

/** An issue of bounded size, whatever the input has for names. */
const bounded = ({ message, path }: Issue): Issue => ({
  path: path.slice(0, maxPathLength).map((key) => typeof key === "string" ? cut(key, maxKeyLength) : key),
  message: cut(message, maxMessageLength)
})

const line = ({ message, path }: Issue) => path.length === 0 ? message : `${path.join(".")}: ${message}`

/** The answer to input with these issues. `lead` says what they are of, where that is not clear. */
export const invalidInput = (issues: ReadonlyArray<Issue>, lead = ""): InvalidRequest => {
  const told = issues.slice(0, inDetails).map(bounded)
  const summary = told.slice(0, inMessage).map(line).join("; ")
  const rest = issues.length > inMessage ? `; and ${issues.length - inMessage} more` : ""
  return new InvalidRequest({
    error: { message: lead + summary + rest, details: { issues: told } }
  })
}
