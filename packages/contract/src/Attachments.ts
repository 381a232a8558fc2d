/** Files of an application (spec, part 2: its `attachments`), or of a candidate. */
import { AttachmentDetail, noun } from "@candor/domain/attachment/Attachment"
import { described, named } from "@candor/domain/Described"
import { contentTypes } from "@candor/domain/attachment/FileKinds"
import { FileText, maxPages, pageLength } from "@candor/domain/attachment/FileText"
import { nameLength } from "@candor/domain/attachment/FileName"
import { maxFileBytes, ofApplication } from "@candor/domain/attachment/FileUsage"
import { ApplicationId, AttachmentId, CandidateId } from "@candor/domain/Id"
import { Duration, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { bodyErrors, Deleted, documented, noQuery, OperationTimeout, resourceErrors } from "./Endpoint.ts"
import * as Errors from "./Errors.ts"
import { pathId } from "./PathId.ts"
import { queryInteger } from "./QueryInteger.ts"

/** The most bytes of an upload's body: a file, and the form around it. */
export const maxUploadBytes = maxFileBytes + 64 * 1024

/** The uploads of an organization that a server receives at a time. */
export const maxUploadsOfOrganization = 4

/** The uploads that a server receives at a time. */
export const maxUploads = 8

/** The most bytes of a form field beside the file. */
export const maxFieldBytes = 1024

/** Tells whether a path is for the parts of an import. */
export const isImportPart = (path: string): boolean => /^\/api\/v1\/imports\/[^/]+\/parts$/.test(path)

/** Tells whether a request uploads a file, so that its body may be longer. */
export const isUpload = (method: string, path: string): boolean =>
  method === "POST" &&
  (isImportPart(path) || /^\/api\/v1\/((applications|candidates)\/[^/]+\/attachments|imports)$/.test(path))

export const OneAttachment = Schema.Struct({ attachment: AttachmentDetail })
const OneText = Schema.Struct({ attachment_text: FileText })
export const ManyAttachments = Schema.Struct({
  attachments: Schema.Array(AttachmentDetail).pipe(
    described("The files of the application or the candidate, newest first")
  )
})

/**
 * The limits of an upload's form. The parser does not limit the file, because it would count the part's headers too. A
 * part with a file name is a file, whatever type it declares.
 */
export const uploadLimits = { maxParts: 8, maxFieldSize: maxFieldBytes, fieldMimeTypes: [] }

/** The fields of an upload's form besides the file. */
export const UploadFields = Schema.Struct({ file_type: Schema.optionalKey(noun.create.fields.file_type) })

const Upload = Schema.Struct({
  file: Schema.String.annotate({ format: "binary" }).pipe(described("The file, with its name", "%PDF-1.7 …")),
  ...UploadFields.fields
}).pipe(named("AttachmentUpload", "A form with a file, and its purpose"))

const content = (description: string) =>
  Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "*/*" })).annotate({ description })

/** The responses to a file download. */
export const download = {
  success: [
    content("The whole content of the file"),
    content("The requested part of the content").pipe(HttpApiSchema.status(206))
  ],
  error: [...resourceErrors, Errors.RangeNotSatisfiable]
} as const

/** The time limit of an upload. */
const uploadTimeout = Duration.minutes(2)

/** Makes the file operations for one kind of owner. The path begins with its id. */
const attachmentsOf = <const Path extends `/${string}`, Params extends Schema.Struct.Fields>(
  path: Path,
  params: Params,
  { limit, owner }: { readonly owner: string; readonly limit: string }
) => {
  const attachments = `${path}/attachments` as const
  const attachment = `${attachments}/:attachmentId` as const
  const attachmentParams = { ...params, attachmentId: pathId(AttachmentId) }
  return [
    HttpApiEndpoint.get("list", attachments, {
      params,
      query: noQuery,
      success: ManyAttachments,
      error: resourceErrors
    })
      .annotateMerge(documented(`List the files of ${owner}`, "Returns all files, without their contents.")),
    HttpApiEndpoint.post("create", attachments, {
      params,
      query: noQuery,
      payload: Upload.pipe(HttpApiSchema.asMultipartStream(uploadLimits)),
      success: OneAttachment.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotate(OperationTimeout, uploadTimeout)
      .annotateMerge(
        documented(
          `Add a file to ${owner}`,
          `A form with one \`file\` of at most ${maxFileBytes} bytes, and its \`file_type\`: \`resume\`, ` +
            "`cover_letter` or any other text, `other` if missing or empty. The type is detected from the content " +
            `and must be one of ${contentTypes.join(", ")}; the declared type and the file extension are ignored. ` +
            "Dangerous files are refused: programs, scripts, web pages, documents with macros, and archives. The " +
            `name is stored without folders and invisible characters, shortened to ${nameLength} characters. ` +
            `${limit}: beyond either, 400 with \`details.limit\`.`
        )
      ),
    HttpApiEndpoint.get("get", attachment, {
      params: attachmentParams,
      query: noQuery,
      success: OneAttachment,
      error: resourceErrors
    })
      .annotateMerge(
        documented(
          `Get the name, type and size of a file of ${owner}`,
          "`GET …/content` returns the content."
        )
      ),
    HttpApiEndpoint.get("content", `${attachment}/content` as const, {
      params: attachmentParams,
      query: noQuery,
      ...download
    }).annotateMerge(
      documented(
        `Download a file of ${owner}`,
        "Returns the content, or part of it with `Range` (RFC 9110, section 14; a request for several ranges " +
          "gets the whole content). The content and its `ETag` never change; `If-None-Match` and `If-Range` are " +
          "supported. `Content-Disposition` makes browsers save the file instead of running it. A file name with " +
          "an executable extension (`cv.js`) gets the extension of its type there (`cv.js.txt`)."
      )
    ),
    HttpApiEndpoint.get("text", `${attachment}/text` as const, {
      params: attachmentParams,
      query: {
        page: Schema.optionalKey(
          queryInteger({ minimum: 1, maximum: maxPages, default: 1, description: "The page of the text, from 1" })
        )
      },
      success: OneText,
      error: resourceErrors
    }).annotateMerge(
      documented(
        `Get the text of a file of ${owner}`,
        `Returns the text of a résumé or another file, as the search uses it, in pages of ${pageLength} ` +
          "characters. While `text_status` is `pending`, the text is not extracted yet."
      )
    ),
    HttpApiEndpoint.delete("delete", attachment, {
      params: attachmentParams,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    })
      .middleware(WriteScope)
      .annotateMerge(
        documented(`Delete a file of ${owner}`, "Permanently deletes the file, its content and its extracted text.")
      )
  ] as const
}

const { bytes, files } = ofApplication

export class Attachments
  extends HttpApiGroup.make("Attachments").add(...attachmentsOf("/applications/:id", { id: pathId(ApplicationId) }, {
    owner: "an application",
    limit: `An application has at most ${files.limit} files of ${bytes.limit} bytes in all`
  })).annotate(OpenApi.Description, "Files of an application: résumés, cover letters and others.")
{}

export class CandidateAttachments extends HttpApiGroup.make("CandidateAttachments").add(
  ...attachmentsOf("/candidates/:candidateId", { candidateId: pathId(CandidateId) }, {
    owner: "a candidate",
    limit:
      `A candidate has at most ${files.limit} files besides those of its applications, of ${bytes.limit} bytes in all`
  })
).annotate(OpenApi.Title, "Attachments of candidates")
  .annotate(OpenApi.Description, "Files of a candidate, without an application.")
{}
