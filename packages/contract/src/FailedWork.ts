/** Failed background work, for administrators of its organization. */
import { described } from "@candor/domain/Described"
import { DeadLetter } from "@candor/domain/queue/FailedWork"
import { WorkId } from "@candor/domain/Id"
import { Line } from "@candor/domain/Text"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AdminScope } from "./Authorization.ts"
import { documented, noQuery, resourceErrors } from "./Endpoint.ts"
import { pathId } from "./PathId.ts"
import { longListLimit, queryInteger } from "./QueryInteger.ts"

export class FailedWork extends HttpApiGroup.make("FailedWork")
  .add(
    HttpApiEndpoint.get("list", "/background/failed", {
      query: {
        queue: Schema.optionalKey(Line).pipe(described("Work of this queue only", "profiles")),
        limit: Schema.optionalKey(queryInteger(longListLimit))
      },
      success: Schema.Struct({
        dead_letters: Schema.Array(DeadLetter).pipe(described("The failed work, newest first")),
        has_more: Schema.Boolean.pipe(described("Whether there is more than `limit`", false))
      })
    }).middleware(AdminScope).annotateMerge(
      documented(
        "List background work that used up its attempts, the newest first",
        "The work of this organization: profiles, webhooks, erasures and the rest. It is kept until it is made due again."
      )
    ),
    HttpApiEndpoint.post("requeue", "/background/failed/:workId/requeue", {
      params: { workId: pathId(WorkId) },
      query: noQuery,
      success: Schema.Struct({ dead_letter: DeadLetter }),
      error: resourceErrors
    }).middleware(AdminScope).annotateMerge(
      documented("Retry a failed task", "The work gets all its attempts again. A profile that failed is pending again.")
    )
  )
  .annotate(OpenApi.Title, "Background work")
  .annotate(OpenApi.Description, "Work in the background that used up its attempts.")
{}
