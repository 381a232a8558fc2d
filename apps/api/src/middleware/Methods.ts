/** Which methods a path of the contract has, for answering 405 with `Allow` (RFC 9110, section 15.5.6). */
import { Api } from "@candor/contract/Api"
import { FindMyWay } from "effect/http"
import { HttpApi } from "effect/http-api"
import { openRoutes } from "../open/OpenRoutes.ts"
import { routing } from "../request/Routing.ts"

const methods = new Set<string>()
const router = FindMyWay.make<true>(routing)

HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => {
    methods.add(endpoint.method)
    router.on(endpoint.method, endpoint.path as FindMyWay.PathInput, true)
  }
})
for (const path of Object.keys(openRoutes)) router.on("GET", path as FindMyWay.PathInput, true)

/** The methods that the path of a URL accepts; none where the path does not exist. */
export const allowed = (url: string): ReadonlyArray<string> => {
  const found = [...methods].filter((method) => router.find(method, url) !== undefined)
  return found.includes("GET") ? [...found, "HEAD"] : found
}
