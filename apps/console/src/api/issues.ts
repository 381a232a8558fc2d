/** What is wrong with an input, as a sentence: the server says it by the path of a field, the reason and its values. */
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

/** What the server found wrong with an input; empty where it refused it otherwise. */
export const issuesOf = (error: unknown): ReadonlyArray<Issue> =>
  error instanceof InvalidRequest && Array.isArray(error.details["issues"])
    ? error.details["issues"] as ReadonlyArray<Issue>
    : []

/** What people call fields whose name alone does not say it, and whose declaration has no label. */
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

/** What people call a field. */
export const nameOf = (field: string): string => t(spokenNames[field] ?? names[field] ?? field.replaceAll("_", " "))

/** The fields of a path, and the row of a list. */
const fieldOf = (path: Issue["path"]) => {
  const row = path.findLast((key) => typeof key === "number")
  const fields = path.filter((key) => typeof key === "string")
  const last = fields.at(-1) ?? "input"
  // Of a list of addresses the list says more than the field of its entries.
  const field = last === "address" || last === "number" ? fields.at(-2) ?? last : last
  return { name: nameOf(field), row: row === undefined ? undefined : row + 1 }
}

/** What is wrong with a value of an input. */
export const sentenceOf = ({ message, path, reason, values }: Issue): string => {
  const { name, row } = fieldOf(path)
  if (reason === "taken" && values["by"] === "prospect") {
    return row === undefined
      ? t("Another prospect in this project already has this {name}.", { name })
      : t("Another prospect in this project already has the {name} in row {row}.", { name, row })
  }
  // Most lists of a form have one entry.
  const what = row === undefined || row === 1 ? t("The {name}", { name }) : t("The {name} in row {row}", { name, row })
  const named = reason === "above_other" ? { ...values, other: nameOf(String(values["other"])) } : values
  return sentenceFor(reason, what, named) ?? `${what}: ${message}`
}
