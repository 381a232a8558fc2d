/**
 * The tools, each with its description and what it calls. `tools/list` is sent in every conversation, so descriptions
 * are short.
 */
import type { JsonSchema } from "@candor/contract/SchemaDocument"
import { Schema } from "effect"
import { minutes } from "./Confirmation.ts"
import { type EverydayTool, everydayTools, pageSize } from "./EverydayTools.ts"
import * as Selection from "./Selection.ts"
import type { ToolOperation } from "./ToolOperations.ts"

/** What a tool does when it is called. */
export type Action =
  | { readonly _tag: "Everyday"; readonly operation: ToolOperation; readonly gives: Selection.Selection }
  | { readonly _tag: "Search" | "Describe" | "Call"; readonly input: JsonSchema }

/** The schema of an argument. Several types are a list, which is shorter than a schema for each. */
interface ArgumentSchema extends Omit<JsonSchema, "type" | "items" | "properties"> {
  readonly type?: string | ReadonlyArray<string>
  readonly items?: ArgumentSchema
  readonly properties?: Readonly<Record<string, ArgumentSchema>>
}

/** A tool as `tools/list` shows it (Model Context Protocol, "Tools"). */
export interface ToolDescription {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema: ArgumentSchema & { readonly type: "object" }
  readonly outputSchema: JsonSchema & { readonly type: "object" }
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
    readonly openWorldHint: boolean
  }
}

export interface Tool {
  readonly action: Action
  readonly description: ToolDescription
}

export const isRead = ({ method }: ToolOperation): boolean => method === "GET"

const text = (description: string): JsonSchema => ({ type: "string", description })

const object = <Property extends ArgumentSchema>(
  properties: Readonly<Record<string, Property>>,
  required: ReadonlyArray<string> = []
) => ({ type: "object", properties, ...(required.length === 0 ? {} : { required }) }) as const

const list = (description: string, items: JsonSchema = { type: "string" }): JsonSchema => ({
  type: "array",
  items,
  description
})

const confirmation = text("That of the dry run, which is the first call, without it")

const twoCalls =
  `A first call is a dry run. Show the user what would change; on their consent repeat it with its \`confirmation\`, within ` +
  `${minutes} minutes.`

const answer: JsonSchema = { type: "object", description: "The answer" }

const understood = list("Arguments that were taken otherwise than written")

const readOutput = object({ answer, understood }, ["answer"])

const writeOutput = object({
  outcome: { type: "string", enum: ["dry_run", "done"], description: "Whether it was tried or done" },
  message: text("What to do next"),
  confirmation: text("Of the dry run"),
  answer
}, ["outcome", "message"])

const reading = { readOnlyHint: true, openWorldHint: false } as const

/** Each change needs a dry run, and repeating a confirmation has no further effect. */
const writing = (isDestructive: boolean, openWorldHint: boolean) =>
  ({ readOnlyHint: false, destructiveHint: isDestructive, idempotentHint: true, openWorldHint }) as const

/** Returns the first sentence of a description, and the source of an id. */
const brief = (description: string): string => {
  const [first, ...others] = description.split(". ")
  return [first, ...others.filter((sentence) => sentence.startsWith("From "))].join(". ")
}

/** The schema of a list's elements, without a description: the list has it. */
const element = ({ description: _, ...schema }: JsonSchema): JsonSchema => schema

/** The selected properties of a schema, without bounds: the error for a wrong value names them. */
const chosen = (schema: JsonSchema, selection: Selection.Selection | undefined): ArgumentSchema => {
  const { anyOf = [], description, enum: values, format, items, properties = {}, required, type } = schema
  const known = anyOf.find((one) => one.type !== "null")
  if (known !== undefined) {
    const one = chosen({ ...known, ...(description === undefined ? {} : { description }) }, selection)
    return typeof one.type === "string" ? { ...one, type: [one.type, "null"] } : one
  }
  const names = selection === undefined ? Object.keys(properties) : [...selection.keys()]
  const needed = required?.filter((name) => names.includes(name)) ?? []
  return {
    ...(type === undefined ? {} : { type }),
    ...(format === "date-time" ? { format } : {}),
    ...(values === undefined ? {} : { enum: values }),
    ...(description === undefined ? {} : { description: brief(description) }),
    ...(items === undefined ? {} : { items: chosen(element(items), selection) }),
    ...(names.length === 0 || type !== "object" ? {} : {
      properties: Object.fromEntries(names.map((name) => [name, chosen(properties[name]!, selection?.get(name))]))
    }),
    ...(needed.length === 0 ? {} : { required: needed })
  }
}

const everydayTool = (
  { description, gives, isSent = false, name, takes }: EverydayTool,
  operation: ToolOperation
): Tool => {
  const { properties = {}, required = [] } = chosen(operation.input, Selection.parse(takes))
  const limit = { type: "integer", default: pageSize, description: "How many" } as ArgumentSchema
  const shown = { ...properties, ...(properties["limit"] === undefined ? {} : { limit }) }
  const isReading = isRead(operation)
  return {
    action: { _tag: "Everyday", operation, gives: Selection.parse(gives) },
    description: {
      name,
      description: `${operation.summary}. ${description}`,
      inputSchema: isReading ? object(shown, required) : object({ ...shown, confirmation }, required),
      outputSchema: isReading ? readOutput : writeOutput,
      annotations: isReading ? reading : writing(!operation.creates, isSent)
    }
  }
}

const generalTool = (
  _tag: "Search" | "Describe" | "Call",
  description: ToolDescription & { readonly inputSchema: JsonSchema }
): Tool => ({ action: { _tag, input: description.inputSchema }, description })

const generalTools: ReadonlyArray<Tool> = [
  generalTool("Search", {
    name: "search_operations",
    title: "Search operations and the manual",
    description:
      "Finds operations that have no tool of their own, and parts of the manual, by words for what is to be done. " +
      "`describe_operation` says how one is called, `call_operation` calls it.",
    inputSchema: object({ query: text("Words, in English, such as `merge duplicate candidates`") }, ["query"]),
    outputSchema: object({
      operations: list(
        "The best first",
        object({
          operation: text("Its name"),
          changes: { type: "boolean", description: "Whether it changes something" },
          summary: text("What it does"),
          not_by_tools: text("Why no tool calls it")
        }, ["operation", "summary"])
      ),
      pages: list(
        "Parts of the manual",
        object({ page: text("Its address"), heading: text("The part"), excerpt: text("Its beginning") })
      )
    }, ["operations", "pages"]),
    annotations: reading
  }),
  generalTool("Describe", {
    name: "describe_operation",
    title: "Describe an operation",
    description: "Says what an operation does, which arguments it takes, and where their ids come from.",
    inputSchema: object({ operation: text("Its name, such as `Jobs.update`") }, ["operation"]),
    outputSchema: object({
      operation: text("Its name"),
      changes: { type: "boolean", description: "Whether it changes something" },
      summary: text("What it does, in a line"),
      description: text("What it does"),
      arguments: { type: "object", description: "The JSON Schema of its arguments" },
      understood
    }, ["operation", "changes", "summary", "description", "arguments"]),
    annotations: reading
  }),
  generalTool("Call", {
    name: "call_operation",
    title: "Call any operation",
    description: `For what has no tool of its own. Reads answer at once. For a change: ${twoCalls}`,
    inputSchema: object({
      operation: text("Its name"),
      arguments: { type: "object", description: "As `describe_operation` says" },
      confirmation
    }, ["operation"]),
    outputSchema: object({ ...writeOutput.properties, understood }, []),
    annotations: writing(true, true)
  })
]

/** Makes the tools for these operations, by name. */
export const make = (operations: ReadonlyMap<string, ToolOperation>): ReadonlyMap<string, Tool> => {
  const tools = [...everydayTools.map((tool) => everydayTool(tool, operations.get(tool.operation)!)), ...generalTools]
  return new Map(tools.map((tool) => [tool.description.name, tool]))
}

/** The arguments of `search_operations`. */
export const SearchInput = Schema.Struct({ query: Schema.String.check(Schema.isMaxLength(500)) })

/** The arguments of `describe_operation`. */
export const DescribeInput = Schema.Struct({ operation: Schema.String })

/** The arguments of `call_operation`. */
export const CallInput = Schema.Struct({
  operation: Schema.String,
  arguments: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  confirmation: Schema.optionalKey(Schema.String)
})
export interface CallInput extends Schema.Schema.Type<typeof CallInput> {}
