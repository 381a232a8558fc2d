/** Candidates, applications, jobs and pages of the manual as resources (Model Context Protocol, "Resources"). */
import { isSuccess } from "@candor/contract/SafeWriting"
import { Effect } from "effect"
import * as Manual from "../public/Manual.ts"
import { withLinks } from "./ConsoleLinks.ts"
import { everydayTools } from "./EverydayTools.ts"
import type { Send } from "./InterfaceCall.ts"
import { pathWith } from "./OperationRequest.ts"
import * as Selection from "./Selection.ts"
import type { ToolOperation } from "./ToolOperations.ts"

/** What a client reads as the contents of a resource. */
export interface Contents {
  readonly uri: string
  readonly mimeType: string
  readonly text: string
}

const givesOf = (operation: string): string => everydayTools.find((tool) => tool.operation === operation)!.gives

interface Kind {
  readonly name: string
  readonly description: string
  /** The parameter of the paths that is its id. */
  readonly parameter: string
  /** The operations whose answers it has, each with what is shown of the answer. */
  readonly reads: ReadonlyArray<readonly [operation: string, selection: string]>
}

const kinds: Readonly<Record<string, Kind>> = {
  candidates: {
    name: "candidate",
    description: "A person with their newest applications",
    parameter: "candidateId",
    reads: [["Candidates.get", givesOf("Candidates.get")], ["Candidates.applications", givesOf("Applications.list")]]
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

/** The answer to `resources/list`: what has ids is found by tools. */
export const list = Manual.names.map((page) => ({
  uri: manual + page,
  name: page,
  title: Manual.titleOf(page),
  mimeType: "text/markdown"
}))

/** Addresses as resources, as the console and as the interface have them. */
const address = /^(?:candor:\/|https?:\/\/[^/]+\/(?:console|api\/v1))\/(candidates|applications|jobs)\/([\da-f-]{36})(?:[?#]|$)/i

/** Returns the address of an application as a resource, from its id or from a link to it. */
export const applicationAddress = (given: string): string => {
  const text = given.trim()
  return text.includes("/") ? text : `candor://applications/${text}`
}

/** Makes the function that reads a resource, with the rights of the present request; undefined for one that is not there, or not seen. */
export const reader = (operations: ReadonlyMap<string, ToolOperation>, send: Send, origin: string) =>
  Effect.fnUntraced(function*(uri: string) {
    if (uri.startsWith(manual)) {
      const text = Manual.pageOf(uri.slice(manual.length))
      return text === undefined ? undefined : { uri, mimeType: "text/markdown", text } satisfies Contents
    }
    const [, kind = "", id = ""] = address.exec(uri) ?? []
    const known = kinds[kind.toLowerCase()]
    if (known === undefined) return undefined
    const answers = yield* Effect.forEach(known.reads, ([operation, selection]) =>
      Effect.map(send({ method: "GET", url: pathWith(operations.get(operation)!.path, { [known.parameter]: id }), body: "" }), ({ status, text }) =>
        isSuccess(status) ? Selection.select(JSON.parse(text), Selection.parse(selection)) as object : undefined))
    if (answers.includes(undefined)) return undefined
    const text = JSON.stringify(withLinks(Object.assign({}, ...answers), origin))
    return { uri, mimeType: "application/json", text } satisfies Contents
  })
