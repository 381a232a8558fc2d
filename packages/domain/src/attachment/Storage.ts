/** The file storage of an organization: how much is used, and the largest files. */
import { Schema } from "effect"
import { Candidate } from "../candidate/Candidate.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { ApplicationId, CandidateId, JobId } from "../Id.ts"
import { Job } from "../job/Job.ts"
import { noun } from "./Attachment.ts"
import { type FileUsage, ofOrganization } from "./FileUsage.ts"

/** The number of largest files that are listed. */
export const maxLargest = 50

/** The shares of use from which the level is `high` and `critical`. */
const [highShare, criticalShare] = [0.8, 0.95]

const count = (description: string, value: number) => Schema.Int.pipe(described(description, value))

/** The room for files of an organization. */
export const Storage = Schema.Struct({
  level: Schema.Literals(["normal", "high", "critical"]).pipe(described(
    `\`high\` from ${highShare * 100} % of the limit of files or bytes, \`critical\` from ${
      criticalShare * 100
    } %: delete files, or candidates who are no longer needed`,
    "normal"
  )),
  files: count("The number of stored files", 4_711),
  max_files: count("The maximum number of files", ofOrganization.files.limit),
  bytes: count("The total size of the stored files in bytes", 1_288_490_188),
  max_bytes: count("The maximum total size in bytes", ofOrganization.bytes.limit)
}).pipe(named("FileStorage", "The file storage of an organization, and how much of it is used"))
export interface Storage extends Schema.Schema.Type<typeof Storage> {}

/** Returns how much of the storage is used. */
export const storageOf = ({ file_bytes, files_counted }: FileUsage): Storage => {
  const share = Math.max(files_counted / ofOrganization.files.limit, file_bytes / ofOrganization.bytes.limit)
  return {
    level: share >= criticalShare ? "critical" : share >= highShare ? "high" : "normal",
    files: files_counted,
    max_files: ofOrganization.files.limit,
    bytes: file_bytes,
    max_bytes: ofOrganization.bytes.limit
  }
}

const { created_at, id, original_filename, size_bytes } = noun.json.fields

/** A file with its owner. */
export const LargeFile = Schema.Struct({
  id,
  original_filename,
  size_bytes,
  created_at,
  candidate: Schema.Struct({ id: CandidateId, full_name: Candidate.fields.full_name }).pipe(
    described("The owner of the file", { id: example.id.candidate, full_name: example.candidate.full_name })
  ),
  application: Schema.NullOr(Schema.Struct({
    id: ApplicationId,
    job: Schema.Struct({ id: JobId, title: Job.fields.title }).pipe(
      described("The job", { id: example.id.job, title: example.job.title })
    )
  })).pipe(described("The application that has the file; null if the candidate has it", {
    id: example.id.application,
    job: { id: example.id.job, title: example.job.title }
  }))
}).pipe(named("LargeFile", "A file and its owner"))
export interface LargeFile extends Schema.Schema.Type<typeof LargeFile> {}
