/** Failed background work, for administrators of its organization. */
import { DeadLetter } from "@candor/domain/queue/FailedWork"
import { WorkId } from "@candor/domain/Id"
import { Line } from "@candor/domain/Text"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AdminScope } from "./Authorization.ts"
import { noQuery, resourceErrors } from "./Endpoint.ts"
import { pathId } from "./PathId.ts"
import { longListLimit, queryInteger } from "./QueryInteger.ts"

export class FailedWork extends HttpApiGroup.make("FailedWork")
  .add(
    HttpApiEndpoint.get("list", "/background/failed", {
      query: {
        queue: Schema.optionalKey(Line),
        limit: Schema.optionalKey(queryInteger(longListLimit))
      },
      success: Schema.Struct({ dead_letters: Schema.Array(DeadLetter), has_more: Schema.Boolean })
    }).middleware(AdminScope)
      .annotate(OpenApi.Summary, "List background work that used up its attempts, the newest first"),
    HttpApiEndpoint.post("requeue", "/background/failed/:workId/requeue", {
      params: { workId: pathId(WorkId) },
      query: noQuery,
      success: Schema.Struct({ dead_letter: DeadLetter }),
      error: resourceErrors
    }).middleware(AdminScope).annotate(OpenApi.Summary, "Make failed work due again")
  )
  .annotate(OpenApi.Title, "Background work")
  .annotate(OpenApi.Description, "Work in the background that used up its attempts.")
{}
