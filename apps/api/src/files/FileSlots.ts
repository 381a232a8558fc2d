/** Bounds the uploads and the exports that are under way at a time. */
import { maxUploads, maxUploadsOfOrganization } from "@candor/contract/Attachments"
import { maxExports, maxExportsOfOrganization } from "@candor/domain/candidate/CandidateExport"
import { maxExports as maxOrganizationExports } from "@candor/domain/organization/Organization"
import { Context, Layer } from "effect"
import { readingGrace, sendingGrace } from "../request/Pace.ts"
import { slots, type TakeSlot } from "../request/Slots.ts"

/** Each upload takes up to 40 MiB of memory, however slowly it comes. */
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

/** Each export keeps its document in memory, however slowly it is read. */
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

/** Each export of an organization compresses all of it. */
export class OrganizationExportSlots extends Context.Service<OrganizationExportSlots, { readonly take: TakeSlot }>()(
  "@candor/api/files/OrganizationExportSlots"
) {
  static readonly layer = Layer.sync(OrganizationExportSlots, () => ({
    take: slots({
      things: "exports of all data under way",
      advice: "Try again when one has ended.",
      ofOrganization: 1,
      ofServer: maxOrganizationExports,
      grace: readingGrace
    })
  }))
}
