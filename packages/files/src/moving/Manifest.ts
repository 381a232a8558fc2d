/** `manifest.json`: what an export has, with sums. It is written last, so a folder that has it is a whole export. */
import { OrganizationId } from "@candor/domain/Id"
import { Schema } from "effect"

export const names = { manifest: "manifest.json", index: "files.ndjson", files: "files", schemas: "schemas" } as const

/** Bytes of a manifest, which has a line for each part. */
export const maxManifestBytes = 2 ** 20

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** A file of rows, by its name alone: nothing that leads out of the folder. */
const FileName = Schema.String.check(Schema.isPattern(/^[a-z][a-z_]*\.ndjson$/))

const Sha256 = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))

export const Listed = Schema.Struct({ file: FileName, rows: Count, bytes: Count, sha256: Sha256 })
export interface Listed extends Schema.Schema.Type<typeof Listed> {}

export const Manifest = Schema.Struct({
  format: Schema.Literal("candor-export"),
  /** The number of the format; another one is refused. */
  version: Schema.Literal(1),
  /** The version of Candor that wrote it. */
  candor: Schema.String,
  exported_at: Schema.String,
  organization: Schema.Struct({ id: OrganizationId, name: Schema.String }),
  /** The rows of each kind. */
  parts: Schema.Record(Schema.String, Listed),
  /** The contents of files, which `index` lists, and how many were not in the store. */
  files: Schema.Struct({ index: Listed, count: Count, bytes: Count, missing: Count })
})
export interface Manifest extends Schema.Schema.Type<typeof Manifest> {}

/** A line of the index of files. Without a digest, the content was not in the store. */
export const FileEntry = Schema.Struct({
  id: Schema.String.check(Schema.isPattern(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  bytes: Count,
  sha256: Schema.NullOr(Sha256)
})
export interface FileEntry extends Schema.Schema.Type<typeof FileEntry> {}

/** The path of a content in an export. */
export const pathOf = (id: string): string => `${names.files}/${id.slice(-2)}/${id}`
