/** The valid calls of operations as tool calls. */
import type { JsonObject } from "../harness/Client.ts"
import type { Ids } from "../harness/Ids.ts"
import { bodyOf } from "./calls.ts"
import { externalIn, idNamed, type Name, operation, parts, pathParameters } from "./operations.ts"

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
}

const document: Document = await Bun.file(new URL("../../../../docs/openapi.json", import.meta.url)).json()

/** Returns the id of an operation, for example Applications.move. */
export const idOf = (name: Name): string => {
  const { method, template } = parts(name)
  return document.paths[`/api/v1${template}`]![method.toLowerCase()]!.operationId
}

/** Converts the fields of a form to arguments of a tool. */
export const argumentsOfForm = async (form: FormData): Promise<JsonObject> =>
  Object.fromEntries((await Promise.all([...form].map(async ([name, value]) =>
    typeof value === "string"
      ? [[name, value] as const]
      : [
        ["file_name", value.name] as const,
        ["file_content", Buffer.from(await value.arrayBuffer()).toString("base64")] as const
      ]
  ))).flat())

/** Returns the valid call of an operation as arguments of a tool, without those of a form. */
export const argumentsOf = (name: Name, ids: Ids): JsonObject => ({
  ...externalIn(name),
  ...Object.fromEntries(
    pathParameters(name).map((parameter) => [parameter, ids[idNamed(name, parameter) as keyof Ids]])
  ),
  ...Object.fromEntries(new URLSearchParams(operation(name).query)),
  ...bodyOf(name, ids)
})
