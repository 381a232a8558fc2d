/** Candidates, applications, jobs and pages of the manual as resources (Model Context Protocol, "Resources"). */
import * as Errors from "@candor/contract/Errors"
import { isSuccess } from "@candor/contract/SafeWriting"
import { Data, Effect } from "effect"
import * as Manual from "../public/Manual.ts"
import { withLinks } from "./ConsoleLinks.ts"
import { everydayTools, pageSize } from "./EverydayTools.ts"
import type { Send } from "./InterfaceCall.ts"
import { pathWith } from "./OperationRequest.ts"
import * as Selection from "./Selection.ts"
import type { ToolOperation } from "./ToolOperations.ts"

/** The contents of a resource, as a client reads them. */
export interface Contents {
  readonly uri: string
  readonly mimeType: string
  readonly text: string
}

const givesOf = (operation: string): string => everydayTools.find((tool) => tool.operation === operation)!.gives

interface Kind {
  readonly name: string
  readonly description: string
  /** The path parameter with the resource's id. */
  readonly parameter: string
  /** The operations that make up the resource, each with the fields that are shown of its answer. */
  readonly reads: ReadonlyArray<readonly [operation: string, gives: string, query?: string]>
}

const kinds: Readonly<Record<string, Kind>> = {
  candidates: {
    name: "candidate",
    description: "A person with their newest applications; `Candidates.applications` has the page of `next_cursor`",
    parameter: "candidateId",
    reads: [["Candidates.get", givesOf("Candidates.get")], [
      "Candidates.applications",
      givesOf("Applications.list"),
      `?limit=${pageSize}`
    ]]
  },
  applications: {
    name: "application",
    description: "An application with its notes, feedback, files and answers",
    parameter: "id",
    reads: [["Applications.get", givesOf("Applications.get")]]
  },
  jobs: {
    name: "job",
    description: "A job with its description and stages",
    parameter: "jobId",
    reads: [[
      "Jobs.get",
      "job{id title status code department location employment_type workplace_type description_md salary_min salary_max salary_currency " +
      "salary_timeframe is_confidential stages{id name application_count}}"
    ]]
  }
}

/** The answer to `resources/templates/list`. */
export const templates = Object.entries(kinds).map(([kind, { description, name }]) => ({
  uriTemplate: `candor://${kind}/{id}`,
  name,
  description: `${description}. A link to it in the console is its address, too`,
  mimeType: "application/json"
}))

const manual = "candor://docs/"

/** The answer to `resources/list`: the pages of the manual. Records with ids are found by tools. */
export const list = Manual.names.map((page) => ({
  uri: manual + page,
  name: page,
  title: Manual.titleOf(page),
  mimeType: "text/markdown"
}))

/** The path of a resource, in the console and in the interface. */
const path = /^\/(?:(?:console|api\/v1)\/)?(candidates|applications|jobs)\/([\da-f-]{36})$/i

/**
 * Returns the kind and the id that a URI names: a resource's own URI, or an address of the console or the interface at
 * one of these hosts.
 */
const named = (uri: string, hosts: ReadonlySet<string>): { readonly kind: string; readonly id: string } | undefined => {
  if (!URL.canParse(uri)) return undefined
  const { host, pathname, protocol } = new URL(uri)
  const isOurs = /^https?:$/.test(protocol) ? hosts.has(host) : protocol === "candor:"
  const [, kind, id] = path.exec(protocol === "candor:" ? `/${host}${pathname}` : pathname) ?? []
  return isOurs && kind !== undefined && id !== undefined ? { kind: kind.toLowerCase(), id } : undefined
}

/** A resource that cannot be read, with the status and message of the interface. */
export class NotRead
  extends Data.TaggedError("NotRead")<{ readonly uri: string; readonly status: number; readonly message: string }>
{}

const notThere = (uri: string) =>
  new NotRead({ uri, status: Errors.status.NotFound, message: "There is no such resource, or it is not seen" })

export interface Reading {
  readonly operations: ReadonlyMap<string, ToolOperation>
  readonly send: Send
  /** The origin of the console, for links. */
  readonly origin: string
  /** The hosts whose addresses name resources. */
  readonly hosts: ReadonlySet<string>
}

/** Makes the functions that read resources, with the access of the present request. */
export const reader = ({ hosts, operations, origin, send }: Reading) => {
  const answerTo = Effect.fnUntraced(function*(uri: string, url: string, gives: string) {
    const { status, text } = yield* send({ method: "GET", url, body: "" })
    const answer: unknown = JSON.parse(text)
    if (isSuccess(status)) return Selection.select(answer, Selection.parse(gives)) as object
    if (status === Errors.status.NotFound) return yield* notThere(uri)
    return yield* new NotRead({ uri, status, message: (answer as Errors.InternalError).error.message })
  })

  const read = Effect.fnUntraced(function*(uri: string) {
    if (uri.startsWith(manual)) {
      const text = Manual.pageOf(uri.slice(manual.length))
      return text === undefined ? yield* notThere(uri) : { uri, mimeType: "text/markdown", text } satisfies Contents
    }
    const one = named(uri, hosts)
    const known = kinds[one?.kind ?? ""]
    if (one === undefined || known === undefined) return yield* notThere(uri)
    const answers = yield* Effect.forEach(
      known.reads,
      ([operation, gives, query = ""]) =>
        answerTo(uri, pathWith(operations.get(operation)!.path, { [known.parameter]: one.id }) + query, gives)
    )
    const text = JSON.stringify(withLinks(Object.assign({}, ...answers), origin))
    return { uri, mimeType: "application/json", text } satisfies Contents
  })

  /** Reads an application by its id, or by its address. */
  const application = (given: string): Effect.Effect<Contents, NotRead> => {
    const text = given.trim()
    const uri = text.includes("/") ? text : `candor://applications/${text}`
    return named(uri, hosts)?.kind === "applications" ? read(uri) : Effect.fail(notThere(uri))
  }

  return { application, read: read as (uri: string) => Effect.Effect<Contents, NotRead> }
}
