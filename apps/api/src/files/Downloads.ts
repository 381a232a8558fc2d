/** Downloads: a content, or a range of it, is sent as fast as its client reads. */
import { toError } from "@candor/contract/Failures"
import { notModified } from "@candor/contract/SafeWriting"
import { rangeNotSatisfiable } from "@candor/contract/ServerErrors"
import { type AttachmentDetail, ContentNotStored, fileOf } from "@candor/domain/attachment/Attachment"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { AttachmentStore, type ByteRange } from "@candor/domain/attachment/AttachmentStore"
import type { ApplicationId, AttachmentId, OrganizationId } from "@candor/domain/Id"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { matchesWeakly } from "../response/EntityTag.ts"
import { toResponse } from "../response/Responses.ts"
import { attachmentNamed } from "./ContentDisposition.ts"
import { requestedRange } from "./Ranges.ts"

/** Prevents browsers from running or showing a content, whatever it contains. */
const inertHeaders = {
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin"
}

/** Returns the header `Range`, unless `If-Range` names another content (RFC 9110, section 13.1.5). */
const rangeHeader = ({ headers }: HttpServerRequest.HttpServerRequest, etag: string): string | undefined => {
  const condition = headers["if-range"]
  return condition === undefined || condition === etag ? headers["range"] : undefined
}

const unsatisfiable = (size: number) =>
  HttpServerResponse.setHeader(toResponse(rangeNotSatisfiable(size)), "content-range", `bytes */${size}`)

/** The fields of a file that a download needs. */
type Downloaded = Pick<AttachmentDetail, "content_type" | "id" | "original_filename" | "size_bytes">

/** Answers with the content, or with the range that the request's `Range` header names. */
export const download = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  { content_type, id, original_filename, size_bytes }: Downloaded,
  request: HttpServerRequest.HttpServerRequest
) {
  if (content_type === null || size_bytes === null) return yield* toError(new ContentNotStored({ id }))
  // The content of an id never changes, so the id is its tag.
  const etag = `"${id}"`
  if (matchesWeakly(request.headers["if-none-match"], etag))
    return HttpServerResponse.empty({ status: notModified, headers: { etag } })
  const requested = requestedRange(rangeHeader(request, etag), size_bytes)
  if (requested === "unsatisfiable") return unsatisfiable(size_bytes)
  const range: ByteRange = requested === "whole" ? { start: 0, end: size_bytes } : requested
  const headers = {
    ...inertHeaders,
    etag,
    "accept-ranges": "bytes",
    "content-disposition": attachmentNamed(original_filename, content_type),
    ...(requested === "whole" ? {} : { "content-range": `bytes ${range.start}-${range.end - 1}/${size_bytes}` })
  }
  const content = (yield* AttachmentStore).read({ organization_id, id }, range)
  return HttpServerResponse.stream(content, {
    status: requested === "whole" ? 200 : 206,
    contentType: content_type,
    contentLength: range.end - range.start,
    headers
  })
})

/**
 * Makes the function that finds a file of a submission or a mail. Once the file belongs to an application, it may have
 * been deleted on its own.
 */
export const sentFiles = Effect.map(Attachments, (attachments) =>
  Effect.fnUntraced(function*(
    organization: OrganizationId,
    { application_id, files }: {
      readonly application_id: ApplicationId | null
      readonly files: ReadonlyArray<Downloaded>
    },
    id: AttachmentId
  ) {
    const file: Downloaded = yield* Effect.fromResult(fileOf({ files }, id))
    return application_id === null ? file : yield* attachments.get(organization, { application_id }, id)
  }))
