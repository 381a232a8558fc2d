/** Makes sentences about invalid inputs from the server's issues: the path of a field, the reason and its values. */
import { InvalidRequest, type IssueReason } from "@candor/client"
import { spokenNames } from "../declared/fields.made.ts"
import { type Marked, msg, t } from "../language/text.tsx"
import { sentenceFor, type Values } from "./issueTexts.ts"

export interface Issue {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
  readonly reason: IssueReason
  readonly values: Values
}

/** Returns the issues that the server found in an input; empty if the request failed for another reason. */
export const issuesOf = (error: unknown): ReadonlyArray<Issue> =>
  error instanceof InvalidRequest && Array.isArray(error.details["issues"])
    ? error.details["issues"] as ReadonlyArray<Issue>
    : []

/** Names for fields that need another name in texts, and have no label in their declaration. */
const names: Readonly<Record<string, Marked>> = {
  address: msg("address"),
  content: msg("file"),
  folder: msg("folder"),
  hours: msg("working hours"),
  host: msg("server name"),
  password: msg("password"),
  port: msg("port"),
  help_text: msg("help text"),
  label: msg("question"),
  username: msg("user name")
}

/** Returns the name that texts use for a field. */
export const nameOf = (field: string): string => t(spokenNames[field] ?? names[field] ?? field.replaceAll("_", " "))

/** Returns the field at a path, and its row in a list. */
const fieldOf = (path: Issue["path"]) => {
  const row = path.findLast((key) => typeof key === "number")
  const fields = path.filter((key) => typeof key === "string")
  const last = fields.at(-1) ?? "input"
  // In a list of addresses the list's name says more than that of the entry's field.
  const field = last === "address" || last === "number" ? fields.at(-2) ?? last : last
  return { name: nameOf(field), row: row === undefined ? undefined : row + 1 }
}

/** Returns the sentence for an issue. */
export const sentenceOf = ({ message, path, reason, values }: Issue): string => {
  const { name, row } = fieldOf(path)
  if (reason === "taken" && values["by"] === "prospect") {
    return row === undefined
      ? t("Another prospect in this project already has this {name}.", { name })
      : t("Another prospect in this project already has the {name} in row {row}.", { name, row })
  }
  // The row is left out for the first entry, since most lists have only one.
  const what = row === undefined || row === 1 ? t("The {name}", { name }) : t("The {name} in row {row}", { name, row })
  const named = reason === "above_other" ? { ...values, other: nameOf(String(values["other"])) } : values
  return sentenceFor(reason, what, named) ?? `${what}: ${message}`
}
