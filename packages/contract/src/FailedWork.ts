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
        queue: Schema.optionalKey(Line).pipe(described("Only work of this queue", "profiles")),
        limit: Schema.optionalKey(queryInteger(longListLimit))
      },
      success: Schema.Struct({
        dead_letters: Schema.Array(DeadLetter).pipe(described("The failed work, newest first")),
        has_more: Schema.Boolean.pipe(described("Whether there is more than `limit`", false))
      })
    }).middleware(AdminScope).annotateMerge(
      documented(
        "List background work that used up its attempts, the newest first",
        "Returns background work of the organization, such as profiles, webhooks and erasures. Failed work is " +
          "kept until it is retried."
      )
    ),
    HttpApiEndpoint.post("requeue", "/background/failed/:workId/requeue", {
      params: { workId: pathId(WorkId) },
      query: noQuery,
      success: Schema.Struct({ dead_letter: DeadLetter }),
      error: resourceErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Retry a failed task",
        "Gives the work a full set of attempts. A failed profile becomes pending again."
      )
    )
  )
  .annotate(OpenApi.Title, "Background work")
  .annotate(OpenApi.Description, "Background work that has used up its attempts.")
{}
