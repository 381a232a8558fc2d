/** Formulates the issues of an input that a schema refuses. */
import type { Issue } from "@candor/contract/Issues"
import { SchemaAST, SchemaIssue } from "effect"
import { reasonOf } from "./IssueReasons.ts"
import { meantName } from "./NameHint.ts"

const names = (ast: SchemaAST.AST) =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []

const unknown = "Unknown; accepted are "

/** Issues that get a hint: a body may have a hundred thousand, but a response lists only this many. */
const hinted = 100

/** Adds the name of the field or parameter that an unknown one probably means. */
const withHint = ({ message, path, ...issue }: Issue): Issue => {
  const meant = message.startsWith(unknown)
    ? meantName(String(path.at(-1)), message.slice(unknown.length).split(", "))
    : undefined
  return {
    ...issue,
    path,
    message: meant === undefined ? message : `Unknown; did you mean ${meant}? A${message.slice("Unknown; a".length)}`
  }
}

/** Formulates an issue for which the library's message does not name the accepted values. */
const leafHook: SchemaIssue.LeafHook = (issue) => {
  if (issue._tag === "MissingKey") return "Required, and missing"
  if (issue._tag === "UnexpectedKey") {
    const known = names(issue.ast)
    return known.length === 0 ? "Unknown; none is accepted here" : unknown + known.join(", ")
  }
  if (issue._tag === "InvalidType" && SchemaAST.isObjects(issue.ast)) return "Expected a JSON object"
  return SchemaIssue.defaultLeafHook(issue)
}

const format = SchemaIssue.makeFormatterStandardSchemaV1({ leafHook })

/** The issue of a body that is not an object, which every operation expects. */
const noObject = [
  { path: [], message: "Expected a JSON object", reason: "wrong_type", values: { accepted: ["object"] } }
] as const

/** Returns the issues of a refused input, each with its path. */
export const issuesOf = (issue: SchemaIssue.Issue): ReadonlyArray<Issue> => {
  const issues = issue._tag === "AnyOf" && issue.issues.length === 0 ? noObject : leavesOf(issue)
  return issues.map((issue, index) => index < hinted ? withHint(issue) : issue)
}

const segment = (key: PropertyKey) => typeof key === "number" ? key : String(key)

/** Returns the innermost issues, each with its reason: that of the check, or else what was expected. */
const leavesOf = (
  issue: SchemaIssue.Issue,
  path: Issue["path"] = [],
  within?: SchemaAST.AST
): ReadonlyArray<Issue> => {
  if (issue._tag === "Encoding") return leavesOf(issue.issue, path, within)
  if (issue._tag === "Pointer") return leavesOf(issue.issue, [...path, ...issue.path.map(segment)])
  if (issue._tag === "Composite" || issue._tag === "AnyOf" && issue.issues.length > 0)
    return issue.issues.flatMap((inner) => leavesOf(inner, path, issue.ast))
  const reasoned = reasonOf(issue, within)
  return format(issue).issues.map(({ message, path: inner = [] }) => ({
    path: [...path, ...inner.map((key) => segment(typeof key === "object" ? key.key : key))],
    message,
    ...reasoned
  }))
}
