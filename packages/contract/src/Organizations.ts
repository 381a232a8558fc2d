/** The organization of the key, with its retention rule. */
import { LargeFile, maxLargest, Storage } from "@candor/domain/attachment/Storage"
import { described } from "@candor/domain/Described"
import { maxExports, OrganizationDetail, OrganizationPatch } from "@candor/domain/organization/Organization"
import { DueCount, type DuePageRequest, maxCounted, RejectionPosition } from "@candor/domain/retention/DueCandidates"
import { PreviewedCandidate, PreviewedRule } from "@candor/domain/retention/RetentionPreview"
import { graceHours, maxMonths } from "@candor/domain/retention/RetentionRule"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AdminScope } from "./Authorization.ts"
import { bodyErrors, documented, noQuery } from "./Endpoint.ts"
import { cursorOf, CursorPagination, isPossible, NextCursor, pageQuery, toPageRequest } from "./PageQuery.ts"
import { spelled } from "@candor/domain/Spelling"
import { queryInteger } from "./QueryInteger.ts"

const OneOrganization = Schema.Struct({ organization: OrganizationDetail })

const previewQuery = Schema.Struct({
  anonymise_after_months: Schema.optionalKey(queryInteger({
    minimum: 1,
    maximum: maxMonths,
    description: "The months of a rule to preview; by default those of the current rule"
  })),
  limit: pageQuery.limit,
  cursor: Schema.optionalKey(cursorOf(RejectionPosition, ({ rejected_at }) => isPossible(rejected_at)))
})

/** Converts the query of a preview to its page. */
export const toDuePage = (query: typeof previewQuery.Type): DuePageRequest => toPageRequest<RejectionPosition>(query)

const RetentionPreview = Schema.Struct({
  retention: PreviewedRule.pipe(described("The rule that the preview is for")),
  candidates: Schema.Array(PreviewedCandidate).pipe(
    described("The candidates of the page, oldest rejection first")
  ),
  total: DueCount,
  pagination: CursorPagination,
  next_cursor: NextCursor
})

const OrganizationFiles = Schema.Struct({
  storage: Storage,
  files: Schema.Array(LargeFile).pipe(described(`The largest files, at most ${maxLargest}`))
})

/** The formats of an export. */
export const ExportFormat = Schema.Literals(["folder", "tables-csv", "tables-parquet"])
export type ExportFormat = typeof ExportFormat.Type

const exportQuery = Schema.Struct({
  format: Schema.optionalKey(spelled(ExportFormat)).pipe(
    described(
      "The format of the archive: by default the folder that `candor import` reads, or tables",
      "tables-parquet"
    )
  )
})

export class Organizations extends HttpApiGroup.make("Organizations")
  .add(
    HttpApiEndpoint.get("get", "/organization", {
      query: noQuery,
      success: OneOrganization
    }).annotateMerge(
      documented(
        "Get the key's organization",
        "Returns the organization with its plan, its published jobs and its retention rule."
      )
    ),
    HttpApiEndpoint.patch("update", "/organization", {
      query: noQuery,
      payload: OrganizationPatch,
      success: OneOrganization,
      error: bodyErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Update the key's organization",
        "The service's operator sets the plan and its publish limit. `retention` anonymises candidates whose " +
          "applications were all rejected or withdrawn, at least one of them rejected, once the last was closed " +
          "the given number of calendar months ago; null keeps candidates forever. A new or shortened rule first " +
          `applies after ${graceHours} hours, at \`applies_from\`, then daily. GET /organization/retention/preview ` +
          "shows the candidates."
      )
    ),
    HttpApiEndpoint.get("previewRetention", "/organization/retention/preview", {
      query: previewQuery,
      success: RetentionPreview
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Preview whom a retention rule anonymises",
        "Returns the candidates that are due now by the current rule, even if it does not apply yet, or by a " +
          "rule with `anonymise_after_months`, oldest rejection first; empty without either. A month ends at the " +
          "same day and time of the next month in UTC, or at the end of that month if it has no such day. `total` " +
          `counts them up to ${maxCounted.toLocaleString("en")}; with \`at_least\` there are more.`
      )
    ),
    HttpApiEndpoint.get("files", "/organization/files", {
      query: noQuery,
      success: OrganizationFiles
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Get the file storage and the largest files",
        `Returns how much of the file storage is used, and the ${maxLargest} largest files, largest first. ` +
          "Delete a file through its application or candidate. Files of applications in the quarantine are not " +
          "listed."
      )
    ),
    HttpApiEndpoint.get("export", "/organization/export", {
      query: exportQuery,
      success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/zip" })).annotate({
        description: "The archive"
      })
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Export all data of the organization",
        "Returns a ZIP archive with a consistent snapshot of all rows that the caller may see, and all files. " +
          "Unpacked, it is what `candor export` writes and `candor import` reads. It is streamed, so its length " +
          "is not known in advance; if the connection ends early, it cannot be opened. An organization can run " +
          `one export at a time, and a server ${maxExports}: beyond either, 429. The audit log records each ` +
          "export. With `format`, returns tables for analysts, without files, which cannot be imported: lists and " +
          "objects are JSON in their cells, and in CSV, a text that would be a formula begins with an apostrophe."
      )
    )
  )
  .annotate(OpenApi.Title, "Organization")
  .annotate(OpenApi.Description, "The organization of the key.")
{}
