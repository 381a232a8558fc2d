/** Routes without a key: health and metrics for operators, the documentation and the console. */
import * as HealthRoutes from "@candor/background/HealthRoutes"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as Responses from "../response/Responses.ts"
import { probed } from "../server/Stopping.ts"
import * as Console from "./Console.ts"
import * as FixedDocument from "./FixedDocument.ts"
import * as ReferencePage from "./ReferencePage.ts"

// A server whose database is read-only is ready: it answers reads, and refuses writes with an error.
const health = HealthRoutes.layer((health) =>
  Effect.map(probed, (draining) => {
    if (draining) return Responses.unavailable("draining")
    if (health.database === "away") return Responses.unavailable("database_away")
    const status = health.database === "reads_disk_full" ? "disk_full" : "ok"
    return HttpServerResponse.jsonUnsafe({ status, ...health })
  })
)

const referencePage = HttpRouter.add("GET", "/docs", FixedDocument.serve(ReferencePage.render))

/** The pages of the manual, read at the first request. */
const manual = FixedDocument.once(async () => {
  const { addressOf, all } = await import("./Manual.ts")
  const document = (text: string) =>
    FixedDocument.serve(() => Promise.resolve({ text, contentType: "text/markdown; charset=utf-8" }))
  return new Map(Object.entries(all).map(([page, text]) => [addressOf(page), document(text)]))
})

const manualPage = Effect.gen(function*() {
  const { url } = yield* HttpServerRequest.HttpServerRequest
  const pages = yield* Effect.promise(manual)
  const path = url.split("?", 1)[0]!
  return yield* pages.get(path) ?? pages.get(`${path}.md`) ?? Effect.succeed(Responses.routeNotFound)
})

const manualPages = Layer.mergeAll(
  HttpRouter.add("GET", "/docs/:page", manualPage),
  HttpRouter.add("GET", "/docs/:folder/:page", manualPage)
)

const manualList = HttpRouter.add(
  "GET",
  "/llms.txt",
  FixedDocument.serve(async () => ({
    text: (await import("./Manual.ts")).list(),
    contentType: "text/plain; charset=utf-8"
  }))
)

/** Redirects browsers, which accept HTML explicitly, to the console, and other clients to the reference page. */
const root = HttpRouter.add(
  "GET",
  "/",
  (request) =>
    Effect.succeed(
      HttpServerResponse.redirect(request.headers["accept"]?.includes("text/html") === true ? "/console" : "/docs", {
        headers: { vary: "Accept" }
      })
    )
)

/**
 * The generated file, which a test compares with the contract. Generating it here would block every other request for
 * 0.5 s.
 */
const openApi = HttpRouter.add(
  "GET",
  "/api/v1/openapi.json",
  FixedDocument.serve(async () => ({
    text: JSON.stringify((await import("../../../../docs/openapi.json")).default),
    contentType: "application/json"
  }))
)

export const layer = Layer.mergeAll(health, root, referencePage, manualPages, manualList, openApi, Console.layer)
