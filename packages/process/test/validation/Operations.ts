/** The operations of an OpenAPI document by method and path, with references resolved. */
import { type Located, locate, type OpenApiDocument, type Steps } from "./OpenApiDocument.ts"

/** A header or parameter: a value that is sent as text. */
export interface TextValue {
  readonly name: string
  readonly required: boolean
  readonly type: string
  /** The pointer to its schema. */
  readonly schema: string
}

export interface Parameter extends TextValue {
  readonly in: "path" | "query" | "header"
}

/** The pointers to the schemas of a body, by media type. */
export type Content = ReadonlyMap<string, string>

export interface Response {
  readonly at: string
  readonly headers: ReadonlyArray<TextValue>
  readonly content: Content
}

export interface Operation {
  readonly at: string
  /** Its name in the document. */
  readonly id: string | undefined
  /** Matches a path, with the parameters as groups. */
  readonly path: RegExp
  readonly parameters: ReadonlyArray<Parameter>
  readonly body: { readonly required: boolean; readonly content: Content } | undefined
  readonly responses: ReadonlyMap<number, Response>
  readonly needsKey: boolean
}

/** The operations of a path, by method in lower case. */
export type PathOperations = ReadonlyMap<string, Operation>

interface ParameterNode {
  readonly name: string
  readonly in: Parameter["in"]
  readonly required?: boolean
}

type Nodes = Readonly<Record<string, unknown>>

const segmentsOf = (path: string): number => path.split("/").length

export const operationsOf = (document: OpenApiDocument & { readonly security?: ReadonlyArray<object> }) => {
  const keys = (...steps: Steps) => Object.keys(locate<Nodes>(document, ...steps)?.value ?? {})

  /** What was read at a pointer: the document refers to most responses, headers and parameters many times. */
  const known = new Map<string, unknown>()
  const once = <Read>(at: string, read: () => Read): Read => {
    if (!known.has(at)) known.set(at, read())
    return known.get(at) as Read
  }

  const textValue = (name: string, required: boolean, ...steps: Steps): TextValue => {
    const schema: Located<{ readonly type?: unknown }> | undefined = locate(document, ...steps, "schema")
    const type = schema?.value.type
    if (schema === undefined || (type !== "string" && type !== "integer")) {
      throw new Error(`${name} is neither a string nor an integer (${steps.join("/")})`)
    }
    return { name, required, type, schema: schema.at }
  }

  const content = (...steps: Steps): Content =>
    new Map(keys(...steps, "content").map((type) => [type, locate(document, ...steps, "content", type, "schema")!.at]))

  const header = (name: string, ...steps: Steps): TextValue => {
    const { at, value: { required = false } } = locate<{ readonly required?: boolean }>(document, ...steps)!
    return once(at + name, () => textValue(name, required, ...steps))
  }

  const response = (...steps: Steps): Response => {
    const { at } = locate(document, ...steps)!
    return once(at, () => ({
      at,
      content: content(...steps),
      headers: keys(...steps, "headers").map((name) => header(name, ...steps, "headers", name))
    }))
  }

  const parameter = (...steps: Steps): Parameter => {
    const { at, value: node } = locate<ParameterNode>(document, ...steps)!
    return once(at, () => ({ ...textValue(node.name, node.required ?? false, ...steps), in: node.in }))
  }

  const operation = (template: string, method: string, path: RegExp): Operation => {
    const steps = ["paths", template, method]
    const { at, value } = locate<{ readonly operationId?: string; readonly security?: ReadonlyArray<object> }>(
      document,
      ...steps
    )!
    const body = locate<{ readonly required?: boolean }>(document, ...steps, "requestBody")?.value
    return {
      at,
      id: value.operationId,
      path,
      parameters: keys(...steps, "parameters").map((index) => parameter(...steps, "parameters", index)),
      body: body && { required: body.required ?? false, content: content(...steps, "requestBody") },
      responses: new Map(
        keys(...steps, "responses").map((status) => [Number(status), response(...steps, "responses", status)])
      ),
      needsKey: (value.security ?? document.security ?? []).length > 0
    }
  }

  const paths = Object.keys(document.paths)
    // If two templates match a path, the one without parameters wins (OpenAPI 3.1, section 4.8.8.2).
    .toSorted((one, other) => one.split("{").length - other.split("{").length)
    .map((template) => {
      const pattern = new RegExp(`^${template.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`)
      let operations: PathOperations | undefined
      return {
        pattern,
        segments: segmentsOf(template),
        /** Read on demand: most tests use few of them. */
        read: (): PathOperations =>
          operations ??= new Map(
            keys("paths", template).map((method) => [method, operation(template, method, pattern)])
          )
      }
    })
  const bySegments = Map.groupBy(paths, ({ segments }) => segments)
  return {
    /** Returns the operations of a path. */
    at: (path: string): PathOperations | undefined =>
      bySegments.get(segmentsOf(path))?.find(({ pattern }) => pattern.test(path))?.read(),
    /** Returns a response with the status, from any operation. */
    response: (status: number): Response | undefined => {
      for (const { read } of paths) {
        for (const { responses } of read().values()) if (responses.has(status)) return responses.get(status)
      }
      return undefined
    }
  }
}
