/** Exports of candidates: all that is kept of a person, besides the events that led to it. */
import { Result, Schema } from "effect"
import { AiProfileDetail } from "../profile/AiProfile.ts"
import { ApplicationDetail } from "../application/Application.ts"
import { CandidateDetail } from "./Candidate.ts"

const { ai_profiles: _profiles, candidate: _candidate, ...ofApplication } = ApplicationDetail.fields

/** An application of the exported candidate, with all that belongs to it. */
export const ExportedApplication = Schema.Struct(ofApplication).annotate({ identifier: "ExportedApplication" })

/** All that is kept of a candidate. Profiles and applications are newest first. */
export const CandidateExport = Schema.Struct({
  candidate: CandidateDetail,
  ai_profiles: Schema.Array(AiProfileDetail),
  applications: Schema.Array(ExportedApplication)
}).annotate({ identifier: "CandidateExport" })
export interface CandidateExport extends Schema.Schema.Type<typeof CandidateExport> {}

/** Bounds the applications of an export in bytes, so that with the profiles it has at most 4 MiB (decision 0027). */
export const maxExportBytes = 3_407_872

/** The most bytes of an application in an export besides its notes, its feedback and their and its answers' texts. */
export const bytesOfApplication = 16_384

/** The most bytes of a note or of feedback in an export besides its texts. */
export const bytesOfPart = 256

/** The applications of the candidate are too large for one answer. */
export class ExportTooLarge extends Schema.TaggedError<ExportTooLarge>()("ExportTooLarge", {
  /** The most bytes that the applications can have. */
  bytes: Schema.Int
}) {}

/** Fails if the applications of an export can have more bytes than it may have of them. */
export const withinExport = (bytes: number): Result.Result<void, ExportTooLarge> =>
  bytes <= maxExportBytes ? Result.void : Result.fail(new ExportTooLarge({ bytes }))
