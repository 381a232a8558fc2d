/** Bounds the uploads that are under way at a time: each takes up to 40 MiB of memory, however slowly it comes. */
import { maxUploads, maxUploadsOfOrganization } from "@candor/contract/Attachments"
import type { RateLimitExceeded } from "@candor/contract/Errors"
import type { OrganizationId } from "@candor/domain/Id"
import { Context, type Effect, Layer, type Scope } from "effect"
import { sendingGrace } from "../request/Pace.ts"
import { type Slot, slots } from "../request/Slots.ts"

export class UploadSlots extends Context.Service<UploadSlots, {
  /** Takes a slot for an upload until the scope closes. */
  readonly take: (organization: OrganizationId) => Effect.Effect<Slot, RateLimitExceeded, Scope.Scope>
}>()("@candor/api/files/UploadSlots") {
  static readonly layer = Layer.sync(UploadSlots, () =>
    UploadSlots.of({
      take: slots({
        things: "uploads under way",
        advice: "Try again when one has ended.",
        ofOrganization: maxUploadsOfOrganization,
        ofServer: maxUploads,
        grace: sendingGrace
      })
    }))
}
