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
    description: "Months of a rule that is tried; by default those of the rule that is set"
  })),
  limit: pageQuery.limit,
  cursor: Schema.optionalKey(cursorOf(RejectionPosition, ({ rejected_at }) => isPossible(rejected_at)))
})

/** Converts the query of a preview to its page. */
export const toDuePage = (query: typeof previewQuery.Type): DuePageRequest => toPageRequest<RejectionPosition>(query)

const RetentionPreview = Schema.Struct({
  retention: PreviewedRule.pipe(described("The rule that the preview is for")),
  candidates: Schema.Array(PreviewedCandidate).pipe(
    described("The candidates of the page, the oldest rejection first")
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
    described("What the archive has: the folder that `candor import` reads, by default, or tables", "tables-parquet")
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
        "The service's operator sets the plan, and the publish limit with it. `retention` is a rule by which candidates are " +
          "anonymised when all their applications were rejected or withdrawn, one at least rejected, and the last of them was " +
          "closed so many calendar months ago; null keeps them for ever. A rule that is set, or shortened, anonymises nobody for " +
          `${graceHours} hours, until \`applies_from\`, and then daily. GET /organization/retention/preview shows whom.`
      )
    ),
    HttpApiEndpoint.get("previewRetention", "/organization/retention/preview", {
      query: previewQuery,
      success: RetentionPreview
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Preview whom a retention rule anonymises",
        "The candidates that are due now by the rule that is set, also while it does not apply yet, or by one with " +
          "`anonymise_after_months`: the oldest rejection first. Nobody where there is neither. A month ends at the same day and " +
          "time of the next month in UTC, or at the end of that month where it has no such day. `total` counts them up to " +
          `${maxCounted.toLocaleString("en")}; with \`at_least\` there are more.`
      )
    ),
    HttpApiEndpoint.get("files", "/organization/files", {
      query: noQuery,
      success: OrganizationFiles
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Get the room for files and the largest files",
        `How much of the room for files is used, and the ${maxLargest} largest files, the largest first. Each is deleted as a file of its ` +
          "application, or of its candidate. Files of held applications are not among them."
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
        "A ZIP archive with all rows of one instant, as the caller sees them, and all files: what `candor export` writes, and `candor import` " +
          "reads, once it is unpacked. It is made while it is sent, so its length is not known before. An archive whose connection " +
          `ends before its last byte cannot be opened. An organization has one export under way, and a server ${maxExports}: beyond either, 429. ` +
          "The audit log tells of each. With `format`, it is tables for analysts, one for each part of the format and without files, which nothing imports: " +
          "lists and objects in their cells are JSON, and a text that would be a formula begins with an apostrophe in CSV."
      )
    )
  )
  .annotate(OpenApi.Title, "Organization")
  .annotate(OpenApi.Description, "The organization of the key.")
{}
