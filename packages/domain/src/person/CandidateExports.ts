/** The port to exports of candidates. */
import { Context, type Effect } from "effect"
import type { CandidateNotFound } from "../candidate/Candidate.ts"
import type { CandidateId, OrganizationId } from "../Id.ts"
import type { EncodedExport, ExportTooLarge } from "./CandidateExport.ts"

export class CandidateExports extends Context.Service<CandidateExports, {
  /** Returns all data that is stored about the candidate, or about the survivor that it was merged into. */
  readonly exportOf: (
    organization: OrganizationId,
    id: CandidateId
  ) => Effect.Effect<EncodedExport, CandidateNotFound | ExportTooLarge>
}>()("@candor/domain/CandidateExports") {}
