/** The bounds that an OpenAPI document has for the fields of request bodies and for query parameters. */
/** A bound of a field or a parameter: how long, how many or how much it is, from `min` to `max`. */
export interface Bound {
  readonly operation: string
  /** `title`, `stages[].name`; for a query parameter `?limit`. */
  readonly field: string
  readonly unit: "characters" | "items" | "number"
  readonly min: number
  readonly max: number
}

interface Schema {
  readonly $ref?: string
  readonly allOf?: ReadonlyArray<Schema>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly enum?: ReadonlyArray<unknown>
  readonly format?: string
  readonly items?: Schema
  readonly maxItems?: number
  readonly maxLength?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly minLength?: number
  readonly minimum?: number
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly type?: string
}

interface Operation {
  readonly parameters?: ReadonlyArray<{ readonly $ref?: string; readonly in: string; readonly name: string; readonly schema: Schema }>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export const derive = (document: Document) => {
  const bounds: Array<Bound> = []

  const resolve = <A extends { readonly $ref?: string }>(node: A): A =>
    node.$ref === undefined
      ? node
      : resolve(node.$ref.split("/").slice(1).reduce((at: never, key) => at[key], document as never) as A)

  /** A schema with all that it is made of; `null` beside something bounds nothing. */
  const parts = (schema: Schema): ReadonlyArray<Schema> => {
    const one = resolve(schema)
    return [one, ...[...(one.allOf ?? []), ...(one.anyOf ?? [])].flatMap(parts)]
  }

  const walk = (operation: string, field: string, schema: Schema): void => {
    const all = parts(schema)
    const first = <Key extends keyof Schema>(key: Key) => all.map((part) => part[key]).find((value) => value !== undefined)
    const add = (unit: Bound["unit"], min: number | undefined, max: number | undefined) => {
      if (max !== undefined) bounds.push({ operation, field, unit, min: min ?? 0, max })
    }
    add("characters", first("minLength"), first("maxLength"))
    add("items", first("minItems"), first("maxItems"))
    add("number", first("minimum"), first("maximum"))
    const items = first("items")
    if (items !== undefined) walk(operation, `${field}[]`, items)
    for (const part of all) {
      for (const [name, inner] of Object.entries(part.properties ?? {})) {
        walk(operation, field === "" ? name : `${field}.${name}`, inner)
      }
    }
  }

  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
      const operation = `${method.toUpperCase()} ${path.replace(/^\/api\/v1/, "")}`
      for (const parameter of parameters.map(resolve)) {
        if (parameter.in === "query") walk(operation, `?${parameter.name}`, parameter.schema)
      }
      const body = requestBody && resolve(requestBody as typeof requestBody & { readonly $ref?: string })
      for (const { schema } of Object.values(body?.content ?? {})) walk(operation, "", schema)
    }
  }
  return { bounds }
}
