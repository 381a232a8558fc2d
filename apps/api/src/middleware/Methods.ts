/**
 * The methods of each path of the contract, of signing in, and of tools, for the 405 response with `Allow` (RFC 9110,
 * section 15.5.6).
 */
import { Api } from "@candor/contract/Api"
import { careersPaths } from "@candor/contract/Careers"
import { kitPaths } from "@candor/contract/Kit"
import { SignInApi } from "@candor/contract/SignInApi"
import { FindMyWay, type HttpMethod } from "effect/http"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { mcpPath } from "../mcp/McpPath.ts"
import { oauthPaths } from "../oauth/Metadata.ts"
import { openRoutes } from "../public/OpenRoutes.ts"
import { pathOf, routing } from "../request/Path.ts"

const methods = new Set<string>()

/**
 * The methods of each path without parameters. A path with parameters may match the same URL: /candidates/search looks
 * like one with an id.
 */
const fixed = new Map<string, Set<string>>()
const router = FindMyWay.make<string>(routing)

const addRoute = ({ method, path }: Pick<HttpApiEndpoint.Top, "method" | "path">) => {
  methods.add(method)
  if (!path.includes(":")) fixed.set(path, new Set([...fixed.get(path) ?? [], method]))
  router.on(method, path as FindMyWay.PathInput, path)
}

const add = {
  onGroup: () => {},
  onEndpoint: ({ endpoint }: { readonly endpoint: HttpApiEndpoint.Top }) => addRoute(endpoint)
}
HttpApi.reflect(Api, add)
HttpApi.reflect(SignInApi, add)
addRoute({ method: "POST", path: mcpPath })
for (
  const path of [
    oauthPaths.token,
    oauthPaths.revoke,
    oauthPaths.register,
    careersPaths.apply,
    careersPaths.form,
    careersPaths.own,
    careersPaths.schedule,
    kitPaths.page
  ]
) addRoute({ method: "POST", path })
for (const path of Object.keys(openRoutes)) router.on("GET", path as FindMyWay.PathInput, path)

/** The route that a URL belongs to, with parameters; undefined if the method has none. */
export const routeOf = (method: string, url: string): string | undefined =>
  router.find(method === "HEAD" ? "GET" : method as HttpMethod.HttpMethod, pathOf(url))?.handler

/**
 * Returns the URL without a trailing slash, if a route with this method matches then: `/jobs/` is the list. Otherwise,
 * as in `PATCH /jobs/`, the slash precedes a missing id.
 */
export const withoutTrailingSlash = (method: string, url: string): string => {
  const path = pathOf(url)
  if (!path.endsWith("/")) return url
  const shorter = url.replace(path, path.slice(0, -1))
  const exists = method === "OPTIONS" ? allowed(shorter).length > 0 : routeOf(method, shorter) !== undefined
  return exists ? shorter : url
}

/**
 * Returns the path of the operation that a URL without `/api/v1`, or with another prefix, probably means; undefined if
 * there is none.
 */
export const meantPath = (url: string): string | undefined => {
  const path = `/api/v1${pathOf(url).replace(/^(?:\/(?:api|v\d+))+(?=\/)/, "")}`
  const [method] = allowed(path)
  return method === undefined ? undefined : routeOf(method, path)?.replaceAll(/:(\w+)/g, "{$1}")
}

/**
 * Tells whether the path of a URL has no parameters and does not support this method, so that no other route may answer
 * it.
 */
export const isRefused = (method: string, url: string): boolean => {
  const own = fixed.get(pathOf(url))
  return own !== undefined && !own.has(method === "HEAD" ? "GET" : method)
}

/** The methods that the path of a URL accepts, including OPTIONS; empty if the path does not exist. */
export const allowed = (url: string): ReadonlyArray<string> => {
  const found = [...fixed.get(pathOf(url)) ?? [...methods].filter((method) => router.find(method, url) !== undefined)]
  return found.length === 0 ? [] : [...found, ...found.includes("GET") ? ["HEAD"] : [], "OPTIONS"]
}
