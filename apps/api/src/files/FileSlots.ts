/** Bounds the uploads and the exports in progress. */
import { maxUploads, maxUploadsOfOrganization } from "@candor/contract/Attachments"
import { RateLimitExceeded } from "@candor/contract/Errors"
import { maxExports as maxOrganizationExports } from "@candor/domain/organization/Organization"
import { maxExports, maxExportsOfOrganization } from "@candor/domain/person/CandidateExport"
import { Context, Effect, Layer, type Scope, Semaphore } from "effect"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import { readingGrace, sendingGrace } from "../request/Pace.ts"
import { slots, type TakeSlot } from "../request/Slots.ts"

/** Each upload takes up to 40 MiB of memory, however slowly it arrives. */
export class UploadSlots
  extends Context.Service<UploadSlots, { readonly take: TakeSlot }>()("@candor/api/files/UploadSlots")
{
  static readonly layer = Layer.sync(UploadSlots, () => ({
    take: slots({
      things: "uploads under way",
      advice: "Try again when one has ended.",
      ofOrganization: maxUploadsOfOrganization,
      ofServer: maxUploads,
      grace: sendingGrace
    })
  }))
}

/** Each export keeps its document in memory, however slowly the client reads. */
export class ExportSlots
  extends Context.Service<ExportSlots, { readonly take: TakeSlot }>()("@candor/api/files/ExportSlots")
{
  static readonly layer = Layer.sync(ExportSlots, () => ({
    take: slots({
      things: "exports with contents under way",
      advice: "Try again when one has ended, or export without them.",
      ofOrganization: maxExportsOfOrganization,
      ofServer: maxExports,
      grace: readingGrace
    })
  }))
}

/** Seconds for `Retry-After` when another export is reading the database. */
const readingSeconds = 60

const othersAreRead = new RateLimitExceeded({
  error: {
    message: "This server reads the database for another export of all data. Try again in a minute.",
    details: { limit: 1 }
  }
})

/**
 * Makes an effect that takes the single turn to read the database, until its scope closes or the returned effect runs.
 * The exports of a server share a connection, so a second one would send nothing until its client gave up.
 */
const turns = () => {
  const reader = Semaphore.makeUnsafe(1)
  const enter = Effect.flatMap(
    reader.takeIfAvailable(1),
    (isTaken) =>
      isTaken ? Effect.cached(reader.release(1)) : Effect.flatMap(CurrentRequest, (current) => {
        current.retry_after = readingSeconds
        return Effect.fail(othersAreRead)
      })
  )
  return Effect.map(Effect.acquireRelease(enter, (leave) => leave), Effect.asVoid)
}

/** Few at a time: each export compresses all data of its organization. */
export class OrganizationExportSlots extends Context.Service<OrganizationExportSlots, {
  readonly take: TakeSlot
  /** Takes the turn to read the database. Returns an effect that gives it back before the scope closes. */
  readonly read: Effect.Effect<Effect.Effect<void>, RateLimitExceeded, Scope.Scope>
}>()("@candor/api/files/OrganizationExportSlots") {
  static readonly layer = Layer.sync(OrganizationExportSlots, () => ({
    read: turns(),
    take: slots({
      things: "exports of all data under way",
      advice: "Try again when one has ended.",
      ofOrganization: 1,
      ofServer: maxOrganizationExports,
      grace: readingGrace
    })
  }))
}
