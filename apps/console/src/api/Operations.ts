/** The operations of the public API that the console calls. A route that is not the contract's does not compile. */
import type { AnswerOf, InputOf, OperationName, RouteOf } from "./Contract.ts"
import { send } from "./Transport.ts"

const routes = {
  "ApiKeys.create": "POST /api/v1/api-keys",
  "ApiKeys.list": "GET /api/v1/api-keys",
  "ApiKeys.revoke": "DELETE /api/v1/api-keys/:apiKeyId",
  "ApiKeys.rotate": "POST /api/v1/api-keys/:apiKeyId/rotate",
  "Me.get": "GET /api/v1/me",
  "Members.list": "GET /api/v1/members"
} as const satisfies { readonly [Name in OperationName]?: RouteOf<Name> }

type Called = keyof typeof routes

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** Returns the address of an operation, without the server's. */
const addressOf = (path: string, { params = {}, query = {} }: AnyInput): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== "") search.set(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search}`
}

/** Calls an operation, and returns its JSON. Fails with `ApiFailure`. */
export const call = async <const Name extends Called>(name: Name, input: InputOf<Name>): Promise<AnswerOf<Name>> => {
  const { body, signal, ...address } = input as AnyInput
  const [method = "", path = ""] = routes[name].split(" ")
  const response = await send(method, addressOf(path, address), { body, signal })
  return await response.json() as AnswerOf<Name>
}
