/** The tools: a description of each, and what calls it. */
import type { JsonSchema } from "@candor/contract/SchemaDocument"
import { Schema } from "effect"
import { minutes } from "./Confirmation.ts"
import type { ToolOperation } from "./ToolOperations.ts"

/**
 * Operations with a tool of their own, and what a model needs to know of each: those of a recruiter's day. The general tools have all, and
 * `describe_operations` says more.
 */
const ownTools = [
  [
    "search_candidates",
    "Candidates.search",
    "Finds people by 1 to 8 words in their name, email address, university and tags, in their notes, answers and files, and with typing " +
      "errors. The best matches come first, and `match` says where the words are. `job_id`, `stage_id` and `status` are those of one " +
      "application. Answers with `results`, each with a `candidate` and its `id`."
  ],
  [
    "list_jobs",
    "Jobs.list",
    "Newest first. Answers with `jobs`, each with its `id` and its `stages` in their order. `Jobs.get` has the other details."
  ],
  [
    "list_applications",
    "Applications.list",
    "Who applied: newest first, or with `updated_since` the oldest change first. Answers with `applications`, each with its `id`, its " +
      "`status`, and the ids and names of its `candidate`, `job` and `stage`."
  ],
  [
    "get_application",
    "Applications.get",
    "All of one application: candidate, job, stage, AI profiles, notes, interview feedback, files and answers, each with its `id`."
  ],
  [
    "create_application",
    "Applications.create",
    "Puts a candidate, who is stored already (`candidate_id`) or new (`candidate`), into a job. A closed job takes none, and a candidate " +
      "has one application on a job."
  ],
  [
    "move_application",
    "Applications.move",
    "In the stage named Hired the application is hired. One that is rejected, withdrawn or hired does not move: `Applications.reopen` it first."
  ],
  [
    "reject_application",
    "Applications.reject",
    "Ends an active application. `reason` is the name of one of the organization's reasons, which `RejectionReasons.list` has; `note` becomes " +
      "a note on the application."
  ],
  ["hire_application", "Applications.hire", "Moves an active application to the job's stage named Hired, and ends it."],
  ["add_note", "Notes.create", "Writes a note on an application, as the member whose key is used. Answers name its text `body`."]
] as const

/** Operations that one call describes, at most. */
export const maxDescribed = 10

/** What a tool does with its arguments. */
export type Action =
  | { readonly _tag: "Operation"; readonly operation: ToolOperation }
  | { readonly _tag: "Describe" }
  | { readonly _tag: "Read" }
  | { readonly _tag: "Write" }

/** A tool as `tools/list` shows it (Model Context Protocol, "Tools"). */
export interface ToolDescription {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema & { readonly type: "object" }
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

const object = (properties: Readonly<Record<string, JsonSchema>>, required: ReadonlyArray<string>) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false
}) as const

const confirmation = text(
  "Left out at first, for a dry run: the answer shows what would change, and has this text. With it and the same arguments again, the " +
    "change is made"
)

const twoCalls = `Changes nothing at first: without \`confirmation\` this is a dry run, whose answer has one. Show the user what would ` +
  `change; on their consent call again with the same arguments and the \`confirmation\`, within ${minutes} minutes.`

/** Responses have no schemas: those of all tools would be most of what a model reads before it begins. */
const anyResponse = (more = ""): JsonSchema => ({ type: "object", description: `The answer of the operation${more}` })

const understood = {
  type: "array",
  items: { type: "string" },
  description: "Arguments that were taken otherwise than they were written"
} as const

const readOutput = object({ answer: anyResponse(), understood }, ["answer"])

const writeOutput = object({
  outcome: { type: "string", enum: ["dry_run", "done"], description: "Whether the change was tried, or made" },
  message: text("What to do next"),
  confirmation: text("After a dry run: the argument with which the change is made"),
  expires_at: { type: "string", format: "date-time", description: "Until when the confirmation is good" },
  replayed: { type: "boolean", description: "Whether the change was made by an earlier call with this confirmation" },
  answer: anyResponse("; left out where it is too long"),
  understood
}, ["outcome", "message"])

const reading = { readOnlyHint: true, openWorldHint: false } as const

/** A dry run is needed for each change, and a repeated confirmation has no further effect. */
const writing = (isDestructive: boolean) =>
  ({ readOnlyHint: false, destructiveHint: isDestructive, idempotentHint: true, openWorldHint: false }) as const

const withConfirmation = ({ properties, required = [] }: JsonSchema) => object({ ...properties, confirmation }, required)

const ownTool = (name: string, operation: ToolOperation, description: string): Tool => {
  const { input, summary } = operation
  const about = `${summary}. ${description}`
  return {
    action: { _tag: "Operation", operation },
    description: isRead(operation)
      ? {
        name,
        title: summary,
        description: about,
        inputSchema: { ...input, type: "object" },
        outputSchema: readOutput,
        annotations: reading
      }
      : {
        name,
        title: summary,
        description: `${about} ${twoCalls}`,
        inputSchema: withConfirmation(input),
        outputSchema: writeOutput,
        annotations: writing(!operation.creates)
      }
  }
}

const operationIn = (names: ReadonlyArray<string>): JsonSchema => ({ type: "string", enum: names, description: "The operation" })

const describing = "As `describe_operations` says for the operation"

const generalTools = (operations: ReadonlyArray<ToolOperation>): ReadonlyArray<Tool> => {
  const reads = operations.filter(isRead).map(({ name }) => name)
  const writes = operations.filter((operation) => !isRead(operation)).map(({ name }) => name)
  const operation = object({
    operation: text("The operation"),
    tool: { type: "string", enum: ["read", "write"], description: "The tool that calls it" },
    summary: text("What it does, in a line"),
    description: text("What it does"),
    arguments: { type: "object", description: "The JSON Schema of its arguments" }
  }, ["operation", "tool", "summary", "description", "arguments"])
  return [{
    action: { _tag: "Describe" },
    description: {
      name: "describe_operations",
      title: "Describe operations",
      description: "Says what operations of `read` and `write` do, which arguments they take, and where the ids among these come from.",
      inputSchema: object({
        operations: {
          type: "array",
          items: operationIn([...reads, ...writes]),
          minItems: 1,
          maxItems: maxDescribed,
          description: "The operations"
        } as JsonSchema
      }, ["operations"]),
      outputSchema: object({ operations: { type: "array", items: operation, description: "The operations" }, understood }, ["operations"]),
      annotations: reading
    }
  }, {
    action: { _tag: "Read" },
    description: {
      name: "read",
      title: "Read anything",
      description: "Calls an operation that reads. For what has no tool of its own.",
      inputSchema: object({
        operation: operationIn(reads),
        arguments: { type: "object", description: describing }
      }, ["operation"]),
      outputSchema: readOutput,
      annotations: reading
    }
  }, {
    action: { _tag: "Write" },
    description: {
      name: "write",
      title: "Change anything",
      description: `Calls an operation that writes. For what has no tool of its own. ${twoCalls}`,
      inputSchema: object({
        operation: operationIn(writes),
        arguments: { type: "object", description: describing },
        confirmation
      }, ["operation"]),
      outputSchema: writeOutput,
      annotations: writing(true)
    }
  }]
}

/** Makes the tools of these operations, each by its name. */
export const make = (operations: ReadonlyMap<string, ToolOperation>): ReadonlyMap<string, Tool> => {
  const tools = [
    ...ownTools.map(([name, operation, description]) => ownTool(name, operations.get(operation)!, description)),
    ...generalTools([...operations.values()])
  ]
  return new Map(tools.map((tool) => [tool.description.name, tool]))
}

/** The arguments of `describe_operations`. */
export const DescribeInput = Schema.Struct({
  operations: Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(maxDescribed))
})

const callFields = {
  operation: Schema.String,
  arguments: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
}

/** The arguments of `read`. */
export const ReadInput = Schema.Struct(callFields)

/** The arguments of `write`. */
export const WriteInput = Schema.Struct({ ...callFields, confirmation: Schema.optionalKey(Schema.String) })
export interface WriteInput extends Schema.Schema.Type<typeof WriteInput> {}
