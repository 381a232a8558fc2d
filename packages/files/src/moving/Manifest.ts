/**
 * `manifest.json`: the contents of an export, with checksums. It is written last, so a folder with a manifest is a
 * complete export.
 */
import { OrganizationId } from "@candor/domain/Id"
import { Schema } from "effect"

export const names = { manifest: "manifest.json", index: "files.ndjson", files: "files", schemas: "schemas" } as const

/** The most bytes of a manifest, which has a line for each part. */
export const maxManifestBytes = 2 ** 20

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** The name of a file of rows, without a path: it cannot lead out of the folder. */
const FileName = Schema.String.check(Schema.isPattern(/^[a-z][a-z_]*\.ndjson$/))

const Sha256 = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))

export const Listed = Schema.Struct({ file: FileName, rows: Count, bytes: Count, sha256: Sha256 })
export interface Listed extends Schema.Schema.Type<typeof Listed> {}

export const Manifest = Schema.Struct({
  format: Schema.Literal("candor-export"),
  /** The version of the format; others are refused. */
  version: Schema.Literal(1),
  /** The version of Candor that wrote it. */
  candor: Schema.String,
  exported_at: Schema.String,
  organization: Schema.Struct({ id: OrganizationId, name: Schema.String }),
  /** The rows of each part. */
  parts: Schema.Record(Schema.String, Listed),
  /** The contents of files, listed in `index`, and the number that were missing in the store. */
  files: Schema.Struct({ index: Listed, count: Count, bytes: Count, missing: Count })
})
export interface Manifest extends Schema.Schema.Type<typeof Manifest> {}

/** A line of the file index. It has no digest if the content was missing in the store. */
export const FileEntry = Schema.Struct({
  id: Schema.String.check(Schema.isPattern(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  bytes: Count,
  sha256: Schema.NullOr(Sha256)
})
export interface FileEntry extends Schema.Schema.Type<typeof FileEntry> {}

/** Returns the path of a content in an export. */
export const pathOf = (id: string): string => `${names.files}/${id.slice(-2)}/${id}`
