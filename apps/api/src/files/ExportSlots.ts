/** Bounds the exports with contents that are under way at a time: each keeps its document, however slowly it is read. */
import type { RateLimitExceeded } from "@candor/contract/Errors"
import { maxExports, maxExportsOfOrganization } from "@candor/domain/candidate/CandidateExport"
import type { OrganizationId } from "@candor/domain/Id"
import { Context, type Effect, Layer, type Scope } from "effect"
import { readingGrace } from "../request/Pace.ts"
import { type Slot, slots } from "../request/Slots.ts"

export class ExportSlots extends Context.Service<ExportSlots, {
  /** Takes a slot for an export until the scope closes. */
  readonly take: (organization: OrganizationId) => Effect.Effect<Slot, RateLimitExceeded, Scope.Scope>
}>()("@candor/api/files/ExportSlots") {
  static readonly layer = Layer.sync(ExportSlots, () =>
    ExportSlots.of({
      take: slots({
        things: "exports with contents under way",
        advice: "Try again when one has ended, or export without them.",
        ofOrganization: maxExportsOfOrganization,
        ofServer: maxExports,
        grace: readingGrace
      })
    }))
}
