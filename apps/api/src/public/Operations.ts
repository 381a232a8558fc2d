/** Routes without a key: health and metrics for operators, the documentation and the console. */
import * as HealthRoutes from "@candor/background/HealthRoutes"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import * as Responses from "../response/Responses.ts"
import { probed } from "../server/Stopping.ts"
import * as Console from "./Console.ts"
import * as FixedDocument from "./FixedDocument.ts"
import * as ReferencePage from "./ReferencePage.ts"

// A server whose database takes no writes is ready: it answers reads, and says what it cannot do.
const health = HealthRoutes.layer((health) =>
  Effect.map(probed, (draining) => {
    if (draining) return Responses.unavailable("draining")
    if (health.database === "away") return Responses.unavailable("database_away")
    const status = health.database === "reads_disk_full" ? "disk_full" : "ok"
    return HttpServerResponse.jsonUnsafe({ status, ...health })
  }))

const referencePage = HttpRouter.add("GET", "/docs", FixedDocument.respond(ReferencePage.render))

/** Leads browsers, which ask for HTML by its name, to the console, and programs to the reference page. */
const root = HttpRouter.add("GET", "/", (request) =>
  Effect.succeed(HttpServerResponse.redirect(request.headers["accept"]?.includes("text/html") === true ? "/console" : "/docs", {
    headers: { vary: "Accept" }
  })))

/** The printed document, which a test compares with the contract: to make it from that would hold up every other request for 0.5 s. */
const openApi = HttpRouter.add(
  "GET",
  "/api/v1/openapi.json",
  FixedDocument.respond(async () => ({ text: JSON.stringify((await import("../../../../docs/openapi.json")).default), contentType: "application/json" }))
)

export const layer = Layer.mergeAll(health, root, referencePage, openApi, Console.layer)
