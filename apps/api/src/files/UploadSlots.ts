/** Bounds the uploads that are under way at a time: each takes up to 40 MiB of memory, however slowly it comes. */
import { maxUploads, maxUploadsOfOrganization } from "@candor/contract/Attachments"
import type { RateLimitExceeded } from "@candor/contract/Errors"
import type { OrganizationId } from "@candor/domain/Id"
import { Context, type Effect, Layer, type Scope } from "effect"
import { openCounts } from "../request/OpenCounts.ts"

export class UploadSlots extends Context.Service<UploadSlots, {
  /** Counts an upload until the scope closes. */
  readonly take: (organization: OrganizationId) => Effect.Effect<void, RateLimitExceeded, Scope.Scope>
}>()("@candor/api/files/UploadSlots") {
  static readonly layer = Layer.sync(UploadSlots, () => {
    const counted = openCounts("uploads under way", "Try again when one has ended.")
    return UploadSlots.of({
      take: (organization) =>
        counted([
          { name: organization, of: "This organization", limit: maxUploadsOfOrganization },
          { name: "server", of: "This server", limit: maxUploads }
        ])
    })
  })
}
