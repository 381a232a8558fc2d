/** Imports: of people from CSV files and Excel sheets, and of whole organizations from their exports. */
import { described, named } from "@candor/domain/Described"
import { maxFileBytes } from "@candor/domain/attachment/FileUsage"
import { ImportId } from "@candor/domain/Id"
import { Import, ImportListItem, ImportRow, keptDays, RowOutcome } from "@candor/domain/import/Import"
import { ImportMapping } from "@candor/domain/import/Mapping"
import { maxCell, maxColumns, maxRows } from "@candor/domain/import/TableBounds"
import {
  archiveDays,
  ImportPart,
  ImportReport,
  ImportUploadDraft,
  maxArchiveBytes,
  partBytes,
  shownProblems
} from "@candor/domain/import/OrganizationImport"
import { undoHours } from "@candor/domain/import/Undo"
import { Pagination } from "@candor/domain/Pagination"
import { Duration, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { uploadLimits } from "./Attachments.ts"
import { AdminScope } from "./Authorization.ts"
import {
  bodyErrors,
  Deleted,
  documented,
  noQuery,
  OperationTimeout,
  resourceErrors,
  ResponseExample
} from "./Endpoint.ts"
import { cursorOf, CursorPagination, NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"
import { because } from "@candor/domain/IssueReason"

const params = { importId: pathId(ImportId) }
const OneImport = Schema.Struct({ import: Import })

/** The most rows in the file of an import's problems. */
export const maxListedProblems = 20_000

const Table = Schema.Struct({
  file: Schema.String.annotate({ format: "binary" }).pipe(
    described("The file, with its name", "Name;E-Mail\nAnna Müller;anna@example.com")
  )
}).pipe(named("ImportUpload", "A form with a file of people"))

/** A number in a form, where all fields are text. */
export const PartNumber = Schema.String.check(Schema.isPattern(/^[1-9][0-9]{0,4}$/, because("wrong_form")))

const Part = Schema.Struct({
  number: PartNumber.pipe(described("Which part it is, from 1", "1")),
  file: Schema.String.annotate({ format: "binary" }).pipe(described("The bytes of the part", "PK\u0003\u0004…"))
}).pipe(named("ImportPartUpload", "A form with a part of a file"))

const LineCursor = cursorOf(Schema.Struct({ line: Schema.Int }), ({ line }) => line >= 0 && line < 2 ** 31)

/** The time limit of an upload. */
const uploadTimeout = Duration.minutes(2)

export class Imports extends HttpApiGroup.make("Imports")
  .add(
    HttpApiEndpoint.get("list", "/imports", {
      query: pageQuery,
      success: Schema.Struct({
        imports: Schema.Array(ImportListItem).pipe(described("The imports of the page, newest first")),
        pagination: Pagination,
        next_cursor: NextCursor
      })
    }).middleware(AdminScope).annotateMerge(documented("List imports", "Newest first.")),
    HttpApiEndpoint.post("create", "/imports", {
      query: noQuery,
      payload: Table.pipe(HttpApiSchema.asMultipartStream(uploadLimits)),
      success: OneImport.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).middleware(AdminScope)
      .annotate(OperationTimeout, uploadTimeout)
      .annotate(ResponseExample, { import: { state: "uploaded" } })
      .annotateMerge(
        documented(
          "Upload a file with people",
          `A form with one \`file\` of at most ${maxFileBytes} bytes: CSV with any separator, in any character set, or an XLSX file, of which the ` +
            `first sheet is read. At most ${maxRows} rows of ${maxColumns} columns, with ${maxCell} characters in a cell. A title may stand ` +
            "above the header. The file is read afterwards: the import is `mapping` then, and proposes where its columns go, or `failed`. A ZIP " +
            "archive of `GET /organization/export` brings a whole organization: it is checked afterwards, and `ready`; a larger one comes in parts, " +
            "by `POST /imports/uploads`."
        )
      ),
    HttpApiEndpoint.post("begin", "/imports/uploads", {
      query: noQuery,
      payload: ImportUploadDraft,
      success: OneImport.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).middleware(AdminScope)
      .annotate(ResponseExample, {
        import: { state: "uploading", kind: "organization", part_bytes: partBytes, mapping: [], column_names: [] }
      })
      .annotateMerge(
        documented(
          "Begin to upload a whole organization in parts",
          `For an archive of \`GET /organization/export\`, of at most ${maxArchiveBytes} bytes. Its parts of \`part_bytes\` bytes, of which the last one is ` +
            "shorter, are sent by `POST /imports/{importId}/parts` in any order, some at a time. One that was interrupted goes on with the parts " +
            `that \`GET /imports/{importId}/parts\` does not have, for ${archiveDays} days after the last one.`
        )
      ),
    HttpApiEndpoint.post("part", "/imports/:importId/parts", {
      params,
      query: noQuery,
      payload: Part.pipe(HttpApiSchema.asMultipartStream(uploadLimits)),
      success: OneImport,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(AdminScope)
      .annotate(OperationTimeout, uploadTimeout)
      .annotate(ResponseExample, {
        import: {
          state: "uploading",
          kind: "organization",
          part_bytes: partBytes,
          bytes_received: partBytes,
          mapping: [],
          column_names: []
        }
      })
      .annotateMerge(
        documented(
          "Upload a part of an import",
          "Again, it changes nothing, or takes the place of what came before. With the last part that was missing the import is `uploaded`, and is checked."
        )
      ),
    HttpApiEndpoint.get("parts", "/imports/:importId/parts", {
      params,
      query: noQuery,
      success: Schema.Struct({
        parts: Schema.Array(ImportPart).pipe(described("The parts that have arrived, in their order"))
      }),
      error: resourceErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "List the parts of an import that have arrived",
        "An upload that was interrupted goes on with the others."
      )
    ),
    HttpApiEndpoint.get("report", "/imports/:importId/report", {
      params,
      query: noQuery,
      success: Schema.Struct({ report: ImportReport }),
      error: resourceErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Get what the check of a whole organization has found",
        `What becomes of the rows of each noun, which are taken for others that are here, and the first ${shownProblems} problems. Empty before the check, and of a ` +
          "table, whose rows are listed by `GET /imports/{importId}/rows`."
      )
    ),
    HttpApiEndpoint.get("get", "/imports/:importId", {
      params,
      query: noQuery,
      success: OneImport,
      error: resourceErrors
    })
      .middleware(AdminScope).annotateMerge(
        documented("Get an import", "While it is checked, runs or is undone, `rows_done` grows.")
      ),
    HttpApiEndpoint.put("map", "/imports/:importId/mapping", {
      params,
      query: noQuery,
      payload: ImportMapping,
      success: OneImport,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(AdminScope)
      .annotate(ResponseExample, { import: { state: "validating" } })
      .annotateMerge(
        documented(
          "Say where the columns of an import go",
          "Each row is then checked as it would be imported, without a change: the import is `ready` afterwards, `GET /imports/{importId}/rows` has " +
            "what would become of each row. It can be said again until the import runs. A row with a value that is not understood, and that " +
            "matters, is a problem and is not imported; of others the value is left out."
        )
      ),
    HttpApiEndpoint.get("rows", "/imports/:importId/rows", {
      params,
      query: {
        outcome: Schema.optionalKey(RowOutcome).pipe(described("Rows with this outcome only")),
        limit: pageQuery.limit,
        cursor: Schema.optionalKey(LineCursor)
      },
      success: Schema.Struct({
        rows: Schema.Array(ImportRow).pipe(described("The rows of the page that were looked at, in their order")),
        pagination: CursorPagination,
        next_cursor: NextCursor
      }),
      error: resourceErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "List what becomes of the rows of an import",
        `Before it runs, what would become of them. Names and values are kept for ${keptDays} days.`
      )
    ),
    HttpApiEndpoint.get("problems", "/imports/:importId/problems", {
      params,
      query: noQuery,
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })).annotate({
        description: "A file with a line for each problem",
        examples: [
          "\"file\",\"line\",\"column\",\"value\",\"expected\"\r\n\"applicants.csv\",\"8\",\"E-Mail\",\"anna@\",\"an email address\"\r\n"
        ]
      }),
      error: resourceErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Download the problems of an import",
        `A CSV file with file, line, column, value and what would be accepted: those of the first ${maxListedProblems} rows that have any.`
      )
    ),
    HttpApiEndpoint.post("run", "/imports/:importId/run", {
      params,
      query: noQuery,
      success: OneImport,
      error: resourceErrors
    })
      .middleware(AdminScope)
      .annotate(ResponseExample, { import: { state: "running" } })
      .annotateMerge(
        documented(
          "Run an import",
          "Imports the rows as they were checked, a hundred at a time, by the rules of `POST /candidates` and `POST /applications`: a person who is " +
            "known by the id in another system, an email address or LinkedIn URL, or without all by name and phone number, gets what was not known. " +
            "Nobody is told by email. The same file again changes nothing. One that is `interrupted` goes on where it was. A whole organization is checked " +
            "once more, and its rows are added with their ids, times and authors; what is here already stays as it is."
        )
      ),
    HttpApiEndpoint.post("cancel", "/imports/:importId/cancel", {
      params,
      query: noQuery,
      success: OneImport,
      error: resourceErrors
    })
      .middleware(AdminScope)
      .annotate(ResponseExample, { import: { state: "cancelled" } })
      .annotateMerge(documented("Cancel an import", "What was imported stays, and can be undone.")),
    HttpApiEndpoint.post("undo", "/imports/:importId/undo", {
      params,
      query: noQuery,
      success: OneImport,
      error: resourceErrors
    })
      .middleware(AdminScope)
      .annotate(ResponseExample, { import: { state: "undoing" } })
      .annotateMerge(
        documented(
          "Undo an import",
          `Within ${undoHours} hours of its end. Deletes the people and applications that it made, where nobody has changed them, or added something to them, since. The others ` +
            "stay: rows with the outcome `kept`. What people who were known got stays. An organization is removed as a whole, or not at all where " +
            "somebody has worked with some of it: then it is `completed` with the failure `touched`, and the report names what."
        )
      ),
    HttpApiEndpoint.delete("delete", "/imports/:importId", {
      params,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    })
      .middleware(AdminScope).annotateMerge(
        documented("Delete an import with its rows", "The people stay. It can't be undone afterwards.")
      )
  )
  .annotate(
    OpenApi.Description,
    "People from CSV files and sheets of Excel, and whole organizations from their exports."
  )
{}
