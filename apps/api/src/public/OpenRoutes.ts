/** The routes that need no key, and their rate limits. */
import { Api } from "@candor/contract/Api"
import { careersPaths } from "@candor/contract/Careers"
import { kitPaths } from "@candor/contract/Kit"
import { OpenReading } from "@candor/contract/Postings"
import { SignInApi } from "@candor/contract/SignInApi"
import { FindMyWay } from "effect/http"
import { HttpApi } from "effect/http-api"
import { routing } from "../request/Path.ts"

/**
 * The limit that a request to an open route counts toward.
 *
 * - `address`: the limit of its address, like a request without a valid key.
 * - `careers`: a separate limit of its address for the careers site, which many people behind one address may read.
 * - `metrics`: a separate limit of its address for this route, so that other requests of the address do not stop a
 *   scraper.
 * - `none`: no limit. A proxy often has the address of its clients, and takes a server out of service that refuses a
 *   probe. The work of these routes is bounded: one query at a time.
 */
export type OpenLimit = "address" | "careers" | "metrics" | "none"

/** Each open route with its limit. All have the method GET. */
export const openRoutes = {
  "/health/live": "none",
  "/health/ready": "none",
  "/metrics": "metrics",
  "/": "address",
  "/docs": "address",
  "/docs/:page": "address",
  "/docs/:folder/:page": "address",
  "/llms.txt": "address",
  "/api/v1/openapi.json": "address",
  [careersPaths.challenge]: "careers",
  [careersPaths.own]: "address",
  [careersPaths.schedule]: "address",
  [kitPaths.page]: "address",
  [kitPaths.file]: "address",
  "/console": "address",
  "/console/*": "address",
  "/console/assets/:file": "address",
  "/calendars/:file": "address",
  "/robots.txt": "address",
  "/.well-known/oauth-authorization-server": "address",
  "/.well-known/oauth-protected-resource": "address",
  "/.well-known/oauth-protected-resource/mcp": "address",
  "/.well-known/oauth-protected-resource/api/v1": "address",
  "/careers": "careers",
  "/careers/-/:file": "careers",
  "/careers/:board": "careers",
  "/careers/:board/:job": "careers",
  "/careers/:board/logo/:version": "careers",
  "/careers/:board/cover/:version": "careers"
} as const satisfies Readonly<Record<`/${string}`, OpenLimit>>

const router = FindMyWay.make<OpenLimit | undefined>(routing)
for (const [path, limit] of Object.entries(openRoutes)) router.on("GET", path as FindMyWay.PathInput, limit)

// The routes of signing in are below /console, and are not counted here: sessions have limits of their own.
HttpApi.reflect(SignInApi, {
  onGroup: () => {},
  onEndpoint: ({ endpoint: { method, path } }) => {
    if (method === "GET") router.on("GET", path as FindMyWay.PathInput, undefined)
  }
})

// Operations that need no key.
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint: { method, middlewares, path } }) => {
    if (method === "GET" && middlewares.has(OpenReading)) router.on("GET", path as FindMyWay.PathInput, "careers")
  }
})

/** Whether a URL certainly belongs to an operation with a key, as most do. This saves a look-up in the router. */
const isOperation = (url: string) => url.startsWith("/api/v1/") && !/^.{8}[bo]/.test(url) && !url.includes("%")

/** The limit of the open route that a GET or HEAD of the URL reaches; undefined if it reaches none. */
export const openLimit = (method: string, url: string): OpenLimit | undefined =>
  isOperation(url) || (method !== "GET" && method !== "HEAD") ? undefined : router.find("GET", url)?.handler

/** Whether the URL is health or metrics, which machines poll. */
export const isProbe = (url: string): boolean => {
  const limit = openLimit("GET", url)
  return limit === "none" || limit === "metrics"
}
