/** Words the issues of an input that a schema refuses. */
import type { Issue } from "@candor/contract/Issues"
import { SchemaAST, SchemaIssue } from "effect"

const names = (ast: SchemaAST.AST) =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []

/** Words one issue, where the library's message does not name the accepted values. */
const leafHook: SchemaIssue.LeafHook = (issue) => {
  if (issue._tag === "MissingKey") return "Required, and missing"
  if (issue._tag === "UnexpectedKey") {
    const known = names(issue.ast)
    return known.length === 0 ? "Unknown; none is accepted here" : `Unknown; accepted are ${known.join(", ")}`
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
  return issues.map(({ message, path = [] }) => ({ path: path.map(segment), message }))
}
