/** Words the issues of an input that a schema refuses. */
import type { Issue } from "@candor/contract/Issues"
import { SchemaAST, SchemaIssue } from "effect"
import { meantName } from "./NameHint.ts"

const names = (ast: SchemaAST.AST) =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []

const unknown = "Unknown; accepted are "

/** Issues that get a hint: a body may have a hundred thousand, and a response tells as many as these. */
const hinted = 100

/** Names the field or parameter that an unknown one was meant to be. */
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

/** Words one issue, where the library's message does not name the accepted values. */
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

/** The issue of a body that is no object: every operation expects one. */
const noObject = [{ path: [], message: "Expected a JSON object" }]

const segment = (key: PropertyKey | { readonly key: PropertyKey }) => {
  const plain = typeof key === "object" ? key.key : key
  return typeof plain === "number" ? plain : String(plain)
}

/** Returns the issues of a refused input, each with its path. */
export const issuesOf = (issue: SchemaIssue.Issue): ReadonlyArray<Issue> => {
  const issues = issue._tag === "AnyOf" && issue.issues.length === 0 ? noObject : format(issue).issues
  return issues.map(({ message, path = [] }, index) => {
    const issue = { path: path.map(segment), message }
    return index < hinted ? withHint(issue) : issue
  })
}
