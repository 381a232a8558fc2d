/**
 * Rewrites descriptions of the interface for tools: with names of operations instead of methods and paths, and with the
 * sources of ids.
 */

/** Terms of HTTP, and their replacements for tools. */
const replaced: ReadonlyArray<readonly [RegExp, string]> = [
  [/`next_cursor`, and the `Link` header, lead\b/g, "`next_cursor` leads"],
  [/\bGET of the merged candidate's id returns/g, "the merged candidate's id leads to"],
  [/\bThe whole body has\b/g, "All prospects of one call together have"],
  [
    /\bA request names the text `note`, an answer names it `body`/g,
    "The argument is `note`, and answers name it `body`"
  ],
  [/, in a request$/g, ""],
  [/\b(are|is) 4\d\d\b/g, "$1 refused"],
  [/\b(?:400|403|404|409|412|413|429)\b/g, "refused"]
]

/**
 * Whether a sentence is about something that tools do not have: headers, streams, connections and the contents of
 * files.
 */
const isForeign = (sentence: string): boolean =>
  /\bHTTP\b|\bis 200\b|[Hh]eader|`(?:Accept|Last-Event-ID|wait|Link)|\b(?:GET|POST|PATCH|PUT|DELETE)\b|\bconnection\b|\bbase64\b|streams? open|under way/
    .test(sentence)

/** Rewrites a description for tools. `operations` has the names of operations by method and path. */
export const inToolWords = (text: string, operations: ReadonlyMap<string, string>): string => {
  const named = text.replace(/`?\b(GET|POST|PATCH|DELETE) (\/[\w{}/-]+)`?/g, (found, method: string, path: string) => {
    const name = operations.get(`${method} ${path}`)
    return name === undefined ? found : `\`${name}\``
  })
  const said = replaced.reduce((said, [pattern, words]) => said.replace(pattern, words), named)
  return said.split(/(?<=[.!?]) (?=[A-Z`])/).filter((sentence) => !isForeign(sentence)).join(" ")
}

/** Sources of ids that have no list of their own, or that another tool returns more readily. */
const sources: Readonly<Record<string, string>> = {
  id: "`list_applications`",
  applicationId: "`list_applications`",
  jobId: "`list_jobs`",
  stageId: "the `stages` of a job in `list_jobs`",
  candidateId: "`search_candidates`, or `Candidates.list`",
  into: "`search_candidates`, or `Candidates.list`",
  mergedCandidateId: "`Candidates.merges` of the candidate that it was merged into",
  noteId: "`get_application`",
  feedbackId: "`get_application`",
  attachmentId: "`get_application`",
  messageId: "`Messages.ofApplication`, or `Messages.list`",
  replyToId: "`Messages.ofApplication`",
  prospectId: "`Prospects.list`",
  memberId: "`Members.list`",
  userId: "`Members.list`",
  apiKeyId: "`Me.get`, or the `actor` of an entry of `Events.audit`"
}

/** Adds to a description where an id comes from. `lists` has the operations that list the values of path parameters. */
export const withSource = (name: string, description: string, lists: ReadonlyMap<string, string>): string => {
  const parameter = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const list = lists.get(parameter)
  return `${description}${description === "" ? "" : ". "}From ${
    sources[parameter] ?? (list === undefined ? "another answer" : `\`${list}\``)
  }`
}
