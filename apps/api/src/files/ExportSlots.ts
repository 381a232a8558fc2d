/** Bounds the exports with contents that are under way at a time: each keeps its document, however slowly it is read. */
import { maxExports, maxExportsOfOrganization } from "@candor/domain/candidate/CandidateExport"
import type { RateLimitExceeded } from "@candor/contract/Errors"
import type { OrganizationId } from "@candor/domain/Id"
import { Context, type Effect, Layer, type Scope } from "effect"
import { openCounts } from "../request/OpenCounts.ts"

export class ExportSlots extends Context.Service<ExportSlots, {
  /** Counts an export until the scope closes. */
  readonly take: (organization: OrganizationId) => Effect.Effect<void, RateLimitExceeded, Scope.Scope>
}>()("@candor/api/files/ExportSlots") {
  static readonly layer = Layer.sync(ExportSlots, () => {
    const counted = openCounts("exports with contents under way", "Try again when one has ended, or export without them.")
    return ExportSlots.of({
      take: (organization) =>
        counted([
          { name: organization, of: "This organization", limit: maxExportsOfOrganization },
          { name: "server", of: "This server", limit: maxExports }
        ])
    })
  })
}
