/** What a model should do after an error of the interface. */
import { type Refusal, status } from "@candor/contract/Errors"

const again = "Read it again, tell the user what has changed, and begin with a new dry run."

const inTheWay = "Read what is in the way, and ask the user."

const byRefusal: { readonly [refusal in Refusal]?: string } = {
  invalid_input:
    "Mend the arguments that the error names, and call again. `describe_operation` has all that an operation takes.",
  limit_reached: "Ask for less, or tell the user of the limit."
}

const byStatus: ReadonlyMap<number, string> = new Map([
  [status.InvalidRequest, inTheWay],
  [
    status.Forbidden,
    "Tell the user: the member or the key may not do this. An administrator, or a key with a larger scope, may."
  ],
  [
    status.NotFound,
    "Take the id from a new answer, as of `search_candidates`, `list_jobs` or `list_applications`: it is wrong, was " +
    "deleted, or is not seen by this member."
  ],
  [status.Conflict, again],
  [status.PreconditionFailed, again]
])

const later =
  "Repeat the same call in a moment. A change that was confirmed is made once, however often it is repeated."

/** Returns the next step after a response with this status and this reason. */
export const nextStep = (code: number, reason: unknown): string =>
  `Next: ${byRefusal[reason as Refusal] ?? byStatus.get(code) ?? later}`
