/** Imports: of people from CSV files and Excel sheets, and of whole organizations from their exports. */
import { described, named } from "@candor/domain/Described"
import { maxFileBytes } from "@candor/domain/attachment/FileUsage"
import * as example from "@candor/domain/Example"
import { ImportId } from "@candor/domain/Id"
import { Import, ImportListItem, ImportRow, keptDays, RowOutcome } from "@candor/domain/import/Import"
import { ImportMapping, maxValue, maxValues } from "@candor/domain/import/Mapping"
import { RecognizedTarget } from "@candor/domain/import/Places"
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
import { queryInteger } from "./QueryInteger.ts"
import { spelled } from "@candor/domain/Spelling"
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
  number: PartNumber.pipe(described("The number of the part, from 1", "1")),
  file: Schema.String.annotate({ format: "binary" }).pipe(described("The bytes of the part", "PK\u0003\u0004…"))
}).pipe(named("ImportPartUpload", "A form with a part of a file"))

const ColumnValue = Schema.Struct({
  value: Schema.String.pipe(described("The value", "Developer (m/f/d)")),
  rows: Schema.Int.pipe(described("Its rows", 12)),
  to: Schema.NullOr(Schema.String).pipe(
    described(
      "The job's id, the stage's name or the status that it is taken for; null if it is not understood",
      example.id.job
    )
  )
}).pipe(named("ImportValue", "A value of an import's column"))

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
          `A form with one \`file\` of at most ${maxFileBytes} bytes: CSV with any separator and character set, ` +
            `or an XLSX file, whose first sheet is read. At most ${maxRows} rows of ${maxColumns} columns, with ` +
            `${maxCell} characters in a cell. A title above the header is allowed. The file is read in the ` +
            "background: then the import is `mapping`, with a proposed mapping of columns, or `failed`. A ZIP " +
            "archive of `GET /organization/export` imports a whole organization: it is checked in the background " +
            "and becomes `ready`. Upload a larger archive in parts, with `POST /imports/uploads`."
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
          `For an archive of \`GET /organization/export\`, of at most ${maxArchiveBytes} bytes. Its parts of ` +
            "`part_bytes` bytes (the last one can be shorter) are sent with `POST /imports/{importId}/parts` in " +
            "any order, also in parallel. An interrupted upload continues with the parts that `GET " +
            `/imports/{importId}/parts\` does not list, up to ${archiveDays} days after the last part.`
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
          "Sending a part again replaces it; the same content changes nothing. When no part is missing any " +
            "more, the import is `uploaded`, and is checked."
        )
      ),
    HttpApiEndpoint.get("parts", "/imports/:importId/parts", {
      params,
      query: noQuery,
      success: Schema.Struct({
        parts: Schema.Array(ImportPart).pipe(described("The parts that have arrived, by number"))
      }),
      error: resourceErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "List the parts of an import that have arrived",
        "To continue an interrupted upload, send the other parts."
      )
    ),
    HttpApiEndpoint.get("report", "/imports/:importId/report", {
      params,
      query: noQuery,
      success: Schema.Struct({ report: ImportReport }),
      error: resourceErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Get the result of checking a whole organization",
        "Returns, for each resource type, how many rows will be added or not, the rows that are matched with " +
          `existing ones, and the first ${shownProblems} problems. Empty before the check, and for a table, whose ` +
          "rows `GET /imports/{importId}/rows` lists."
      )
    ),
    HttpApiEndpoint.get("get", "/imports/:importId", {
      params,
      query: noQuery,
      success: OneImport,
      error: resourceErrors
    })
      .middleware(AdminScope).annotateMerge(
        documented("Get an import", "`rows_done` shows the progress while the import is checked, run or undone.")
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
          "Map the columns of an import to fields",
          "Then each row is checked without changing anything: the import becomes `ready`, and `GET " +
            "/imports/{importId}/rows` shows the outcome of each row. The mapping can be changed until the import " +
            "runs. A row with an invalid value in an essential column is a problem and is not imported; in other " +
            "columns, only the value is omitted."
        )
      ),
    HttpApiEndpoint.get("rows", "/imports/:importId/rows", {
      params,
      query: {
        outcome: Schema.optionalKey(RowOutcome).pipe(described("Only rows with this outcome")),
        limit: pageQuery.limit,
        cursor: Schema.optionalKey(LineCursor)
      },
      success: Schema.Struct({
        rows: Schema.Array(ImportRow).pipe(described("The checked rows of the page, in order")),
        pagination: CursorPagination,
        next_cursor: NextCursor
      }),
      error: resourceErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "List the rows of an import with their outcomes",
        `Before the import runs, returns the expected outcomes. Names and values are kept for ${keptDays} days.`
      )
    ),
    HttpApiEndpoint.get("values", "/imports/:importId/values", {
      params,
      query: {
        column: queryInteger({ minimum: 0, maximum: maxColumns - 1, description: "The column, counted from 0" }),
        to: spelled(RecognizedTarget).pipe(described("The field that the column contains", "job"))
      },
      success: Schema.Struct({
        values: Schema.Array(ColumnValue).pipe(described("The values, most frequent first")),
        has_more: Schema.Boolean.pipe(described("Whether there are more", false))
      }),
      error: resourceErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "List the values of an import's column",
        `Returns the ${maxValues} most frequent values of at most ${maxValue} characters, and what each is taken for. ` +
          "`values` of the mapping reads them as others."
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
        "Returns a CSV file with file, line, column, value and accepted values, for the problems of the first " +
          `${maxListedProblems} rows with problems.`
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
          "Imports the checked rows, a hundred at a time, by the rules of `POST /candidates` and `POST " +
            "/applications`. A person is matched by external id, email address or LinkedIn URL, or, without any " +
            "of these, by name and phone number; a matched person gets values for empty fields. No emails are " +
            "sent. Importing the same file again changes nothing. An `interrupted` import continues where it " +
            "stopped. A whole organization is checked again, and its rows are added with their ids, times and " +
            "authors; existing rows are unchanged."
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
      .annotateMerge(documented("Cancel an import", "Rows already imported are kept, and can be undone.")),
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
          `Possible within ${undoHours} hours of the import's end. Deletes the people and applications that the ` +
            "import created, unless somebody has changed them or added to them since: those rows get the outcome " +
            "`kept`. Values added to existing people are kept. An organization is removed as a whole, or not at " +
            "all if somebody has worked with any of it: then the import is `completed` with the failure " +
            "`touched`, and the report says with what."
        )
      ),
    HttpApiEndpoint.delete("delete", "/imports/:importId", {
      params,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    })
      .middleware(AdminScope).annotateMerge(
        documented("Delete an import with its rows", "Imported people are kept. The import can't be undone afterwards.")
      )
  )
  .annotate(
    OpenApi.Description,
    "Imports of people from CSV and Excel files, and of whole organizations from their exports."
  )
{}
