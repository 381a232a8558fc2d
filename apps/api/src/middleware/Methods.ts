/** Which methods a path of the contract, or of signing in, has, for answering 405 with `Allow` (RFC 9110, section 15.5.6). */
import { Api } from "@candor/contract/Api"
import { SignInApi } from "@candor/contract/SignIns"
import { FindMyWay } from "effect/http"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { openRoutes } from "../open/OpenRoutes.ts"
import { routing } from "../request/Routing.ts"

const methods = new Set<string>()

/** The methods of each path without parameters. A path with parameters may match it too: /candidates/search, beside an id. */
const fixed = new Map<string, Set<string>>()
const router = FindMyWay.make<true>(routing)

const add = {
  onGroup: () => {},
  onEndpoint: ({ endpoint: { method, path } }: { readonly endpoint: HttpApiEndpoint.Top }) => {
    methods.add(method)
    if (!path.includes(":")) fixed.set(path, new Set([...fixed.get(path) ?? [], method]))
    router.on(method, path as FindMyWay.PathInput, true)
  }
}
HttpApi.reflect(Api, add)
HttpApi.reflect(SignInApi, add)
for (const path of Object.keys(openRoutes)) router.on("GET", path as FindMyWay.PathInput, true)

const pathOf = (url: string): string => url.split("?", 1)[0]!

/** Tells whether the path of a URL has no parameters and not this method, so that no other path may answer it. */
export const isRefused = (method: string, url: string): boolean => {
  const own = fixed.get(pathOf(url))
  return own !== undefined && !own.has(method === "HEAD" ? "GET" : method)
}

/** The methods that the path of a URL accepts; none where the path does not exist. */
export const allowed = (url: string): ReadonlyArray<string> => {
  const found = [...fixed.get(pathOf(url)) ?? [...methods].filter((method) => router.find(method, url) !== undefined)]
  return found.includes("GET") ? [...found, "HEAD"] : found
}
