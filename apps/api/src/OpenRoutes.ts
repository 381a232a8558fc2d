/** The routes that need no key, and what bounds their use. */
import { FindMyWay } from "effect/http"
import { routing } from "./Routing.ts"

/**
 * What a request to an open route counts to.
 *
 * - `address`: the limit of its address, like a request without a valid key.
 * - `metrics`: a limit of its address for this route alone, so that a scraper is not refused for what others ask.
 * - `none`: nothing. A proxy takes a server out of service whose health is not answered, and may have the same address
 *   as the clients that it serves. What these routes do is bounded itself: one question to the database at a time.
 */
export type OpenLimit = "address" | "metrics" | "none"

/** Each open route with its limit. All have the method GET. */
export const openRoutes = {
  "/health/live": "none",
  "/health/ready": "none",
  "/metrics": "metrics",
  "/docs": "address",
  "/api/v1/openapi.json": "address"
} as const satisfies Readonly<Record<`/${string}`, OpenLimit>>

const router = FindMyWay.make<OpenLimit>(routing)
for (const [path, limit] of Object.entries(openRoutes)) router.on("GET", path as FindMyWay.PathInput, limit)

/** Whether a URL is an operation's for sure; most are. */
const isOperation = (url: string) => url.startsWith("/api/v1/") && !url.startsWith("/api/v1/o") && !url.includes("%")

/** The limit of the open route that a GET or HEAD of the URL takes; undefined where it takes none. */
export const openLimit = (method: string, url: string): OpenLimit | undefined =>
  isOperation(url) || (method !== "GET" && method !== "HEAD") ? undefined : router.find("GET", url)?.handler

/** Whether the URL is one that machines ask for all the time, to see how the process is. */
export const isProbe = (url: string): boolean => {
  const limit = openLimit("GET", url)
  return limit === "none" || limit === "metrics"
}
