/** Deletes expired rows, and queues removals that were missed: at the start of a process, and then at an interval. */
import { Attachments } from "@candor/domain/attachment/Attachments"
import { IdempotencyKeys } from "@candor/domain/idempotency/IdempotencyKeys"
import { Imports } from "@candor/domain/import/Imports"
import { OrganizationImports } from "@candor/domain/import/OrganizationImports"
import { Outbox } from "@candor/domain/mail/Outbox"
import { CandidateMerges } from "@candor/domain/person/CandidateMerges"
import { DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import { Effect, Layer } from "effect"
import { repeating } from "./Repeating.ts"

export const layer = Layer.unwrap(Effect.gen(function*() {
  return Layer.mergeAll(
    // Makes merges of candidates permanent: deletes what undoing an old one would need.
    repeating("1 hour", "Merges of candidates could not be made permanent", (yield* CandidateMerges).forgetMerges),
    repeating(
      "10 minutes",
      "Expired answers of idempotency keys could not be deleted",
      (yield* IdempotencyKeys).forget
    ),
    // Deletes deliveries that finished more than `keptDays` ago.
    repeating("1 hour", "Old deliveries could not be deleted", (yield* DeliveryQueue).forget),
    repeating("1 hour", "Old mails to members could not be deleted", (yield* Outbox).forgetNotices),
    repeating("1 hour", "Rows of old imports could not be emptied", (yield* Imports).forget),
    repeating("1 hour", "Archives of imports could not be removed", (yield* OrganizationImports).forget),
    // Queues the removal of contents whose rows a server of an earlier version has deleted.
    repeating("1 hour", "The removal of contents could not be queued", (yield* Attachments).queueAllRemovals)
  )
}))
