/** The reasons for which a schema refuses an input, with their names in the contract. */
import { reasonFields, type Reasoned } from "@candor/domain/IssueReason"
import { Option, Schema, SchemaAST, type SchemaIssue } from "effect"

const Said = Schema.Struct({ issue: Schema.Struct(reasonFields) })
const said = Schema.decodeUnknownOption(Said)

/** The parts of a library check that are used: its name and its parameters. */
const Known = Schema.Struct({
  representation: Schema.Struct({
    id: Schema.String,
    payload: Schema.NullOr(Schema.Record(Schema.String, Schema.Json))
  })
})
const known = Schema.decodeUnknownOption(Known)

/** Reasons of the library's checks. Checks of a length apply to lists and to texts. */
const ofLibrary: Readonly<Record<string, (values: Reasoned["values"] & object, isList: boolean) => Reasoned>> = {
  isMaxLength: ({ maxLength = null }, isList) =>
    isList
      ? { reason: "too_many", values: { limit: maxLength } }
      : { reason: "too_long", values: { limit: maxLength, unit: "characters" } },
  isMinLength: ({ minLength = null }, isList) =>
    isList
      ? { reason: "too_few", values: { limit: minLength } }
      : { reason: "too_short", values: { limit: minLength, unit: "characters" } },
  isBetween: (values) => ({ reason: "out_of_range", values }),
  isGreaterThanOrEqualTo: (values) => ({ reason: "out_of_range", values }),
  isFinite: () => ({ reason: "wrong_type", values: { accepted: ["number"] } }),
  isInt: () => ({ reason: "not_integer" }),
  isUnique: () => ({ reason: "repeated" })
}

/** Returns the reason of a check: its own, or that of the library's check; none if neither is known. */
export const reasonOfCheck = (annotations: unknown, isList: boolean): Option.Option<Reasoned> =>
  Option.orElse(
    Option.map(said(annotations), ({ issue }) => issue),
    () =>
      Option.flatMap(
        known(annotations),
        ({ representation: { id, payload } }) =>
          Option.map(
            Option.fromNullishOr(ofLibrary[id.slice(id.lastIndexOf("/") + 1)]),
            (reason) => reason(payload ?? {}, isList)
          )
      )
  )

const types: Partial<Record<SchemaAST.AST["_tag"], string>> = {
  Arrays: "array",
  Boolean: "boolean",
  Null: "null",
  Number: "number",
  Objects: "object",
  String: "string"
}

/** Returns what a schema accepts: its literal values, or names of types. */
const membersOf = (ast: SchemaAST.AST): ReadonlyArray<{ readonly value: Schema.Json; readonly isType: boolean }> => {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(membersOf)
  if (SchemaAST.isLiteral(ast)) return [{ value: String(ast.literal), isType: false }]
  return [{ value: types[ast._tag] ?? "value", isType: ast._tag !== "Null" }]
}

const reasonOfType = (ast: SchemaAST.AST): Reasoned => {
  const members = membersOf(ast)
  return {
    reason: members.some(({ isType }) => isType) ? "wrong_type" : "not_accepted",
    values: { accepted: [...new Set(members.map(({ value }) => value))] }
  }
}

/** Returns the reason of an innermost issue in a value of this schema. */
export const reasonOf = (issue: SchemaIssue.Issue, within: SchemaAST.AST | undefined): Reasoned => {
  const unnamed: Reasoned = { reason: "wrong_form" }
  switch (issue._tag) {
    case "Filter":
      return Option.getOrElse(
        reasonOfCheck(issue.filter.annotations, within !== undefined && SchemaAST.isArrays(within)),
        () => unnamed
      )
    case "MissingKey":
      return { reason: "required" }
    case "UnexpectedKey":
      return {
        reason: "unknown",
        values: {
          accepted: SchemaAST.isObjects(issue.ast) ? issue.ast.propertySignatures.map(({ name }) => String(name)) : []
        }
      }
    case "InvalidType":
    case "AnyOf":
      return reasonOfType(issue.ast)
    case "InvalidValue":
      return Option.match(said(issue.annotations), { onNone: () => unnamed, onSome: ({ issue }) => issue })
    default:
      return unnamed
  }
}
