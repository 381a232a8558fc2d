/** The files of an application, a candidate and an organization, and the limits of their number and size. */
import { Result } from "effect"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"

const mebibyte = 1024 * 1024

/** The most bytes of one file. */
export const maxFileBytes = 20 * mebibyte

/** The number of stored files, and the sum of their bytes. */
export interface FileUsage {
  readonly files_counted: number
  readonly file_bytes: number
}

/** The usage of an application or a candidate, and of its organization. */
export interface FileUsages {
  readonly owner: FileUsage
  readonly organization: FileUsage
}

export const ofApplication = {
  files: { what: "files of an application", limit: 50 },
  bytes: { what: "bytes of an application's files", limit: 200 * mebibyte }
} satisfies Readonly<Record<string, Limit>>

/** The limits of a candidate's own files, without an application: as many as an application has. */
export const ofCandidate: typeof ofApplication = {
  files: { ...ofApplication.files, what: "files of a candidate" },
  bytes: { ...ofApplication.bytes, what: "bytes of a candidate's files" }
}

export const ofOrganization = {
  files: { what: "files of an organization", limit: 1_000_000 },
  bytes: { what: "bytes of an organization's files", limit: 100 * 1024 * mebibyte }
} satisfies Readonly<Record<string, Limit>>

/** The limits of files from people who are not members: a tenth of the room is reserved for members. */
export const ofStrangers: typeof ofOrganization = {
  files: { what: "files of an organization that others send", limit: 0.9 * ofOrganization.files.limit },
  bytes: { what: "bytes of an organization's files that others send", limit: 0.9 * ofOrganization.bytes.limit }
}

/** Fails if one more file of this size would exceed a limit. */
export const withinLimits = (
  { organization, owner }: FileUsages,
  bytes: number,
  limits = ofApplication,
  ofAll = ofOrganization
): Result.Result<void, LimitReached> =>
  Result.gen(function*() {
    yield* withinLimit(limits.files, owner.files_counted, 1)
    yield* withinLimit(limits.bytes, owner.file_bytes, bytes)
    yield* withinLimit(ofAll.files, organization.files_counted, 1)
    yield* withinLimit(ofAll.bytes, organization.file_bytes, bytes)
  })
