/** Input that the schemas refuse, told in the envelope: every issue with its path. */
import { InputErrors } from "@candor/contract/Authorization"
import { InvalidRequest } from "@candor/contract/Errors"
import { Effect, SchemaAST, SchemaIssue } from "effect"
import { HttpApiMiddleware } from "effect/http-api"

const names = (ast: SchemaAST.AST) =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []

/** What is told of one issue, where the library's own words do not say what would be accepted. */
const leafHook: SchemaIssue.LeafHook = (issue) => {
  if (issue._tag === "MissingKey") return "Required, and missing"
  if (issue._tag === "UnexpectedKey") {
    const known = names(issue.ast)
    return known.length === 0 ? "Unknown; none is accepted here" : `Unknown; accepted are ${known.join(", ")}`
  }
  return SchemaIssue.defaultLeafHook(issue)
}

const format = SchemaIssue.makeFormatterStandardSchemaV1({ leafHook })

/** A body that no schema of the operation takes at all: all of them are objects. */
const noObject = [{ path: [], message: "Expected a JSON object" }]

const issuesOf = (issue: SchemaIssue.Issue) =>
  issue._tag === "AnyOf" && issue.issues.length === 0 ? noObject : format(issue).issues

const segment = (key: PropertyKey | { readonly key: PropertyKey }) => {
  const plain = typeof key === "object" ? key.key : key
  return typeof plain === "number" ? plain : String(plain)
}

/** At most this many issues are told; a body of a thousand wrong rows would drown its reader. */
const mostIssues = 100

export const layer = HttpApiMiddleware.layerSchemaErrorTransform(InputErrors, (error) => {
  // An answer that its own schema refuses is our mistake, not the caller's.
  if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.fail(error)
  const all = issuesOf(error.cause.issue)
  const issues = all.slice(0, mostIssues).map((issue) => ({
    path: (issue.path ?? []).map(segment),
    message: issue.message
  }))
  const where = error.kind === "Query" ? "query" : error.kind === "Headers" ? "headers" : "body"
  const summary = issues.slice(0, 3).map(({ message, path }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`
  )
  return Effect.fail(
    new InvalidRequest({
      error: {
        message: `Invalid ${where}. ${summary.join("; ")}${all.length > 3 ? `; and ${all.length - 3} more` : ""}`,
        details: { issues }
      }
    })
  )
})
