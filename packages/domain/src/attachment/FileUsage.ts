/** The files of an application, of a candidate and of an organization, and how many and how large they can be. */
import { Result } from "effect"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"

const mebibyte = 1024 * 1024

/** Bounds the bytes of one file. */
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

/** A candidate has as many files without an application as an application has. */
export const ofCandidate: typeof ofApplication = {
  files: { ...ofApplication.files, what: "files of a candidate" },
  bytes: { ...ofApplication.bytes, what: "bytes of a candidate's files" }
}

export const ofOrganization = {
  files: { what: "files of an organization", limit: 1_000_000 },
  bytes: { what: "bytes of an organization's files", limit: 100 * 1024 * mebibyte }
} satisfies Readonly<Record<string, Limit>>

/** What people may fill who are no members: a tenth is kept for members. */
export const ofStrangers: typeof ofOrganization = {
  files: { what: "files of an organization that others send", limit: 0.9 * ofOrganization.files.limit },
  bytes: { what: "bytes of an organization's files that others send", limit: 0.9 * ofOrganization.bytes.limit }
}

/** Fails where one more file of so many bytes would exceed a limit. */
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
