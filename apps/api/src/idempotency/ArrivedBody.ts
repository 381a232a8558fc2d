/**
 * Bodies of requests that are handled in a transaction: the whole body arrives before the transaction begins (decision
 * 0037).
 */
import { isImportPart, isUpload } from "@candor/contract/Attachments"
import { Caller } from "@candor/contract/Authorization"
import { pathId } from "@candor/contract/PathId"
import type { Attachments } from "@candor/domain/attachment/Attachments"
import type { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { ApplicationId, CandidateId } from "@candor/domain/Id"
import { Context, Effect, Schema } from "effect"
import { HttpMethod, HttpRouter, type HttpServerRequest } from "effect/http"
import { formParts } from "../files/FormParts.ts"
import { CurrentPart, CurrentUpload, discard, receive, receiveBytes } from "../files/Uploads.ts"
import { decodedPathOf } from "../request/Path.ts"
import { ownerOf } from "../request/PathOwner.ts"

/** A body that has arrived. */
export interface ArrivedBody {
  /** Equal for equal bodies. */
  readonly fingerprint: string
  /** Services that give the handler the body, because it can be read only once. */
  readonly context: Context.Context<never>
  /** Removes what was stored of the body. Run if the request changes nothing. */
  readonly discard: Effect.Effect<void, never, Attachments | AttachmentStore>
}

const decodeParams = Schema.decodeUnknownSync(Schema.Union([
  Schema.Struct({ id: pathId(ApplicationId) }),
  Schema.Struct({ candidateId: pathId(CandidateId) })
]))

/** Stores the file of an upload, so that the transaction only adds its row. */
const uploaded = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
  const { actor } = yield* Caller
  const params = yield* HttpRouter.params
  // The file of an import has no owner.
  const owner = Object.keys(params).length === 0 ? null : ownerOf(decodeParams(params))
  const upload = yield* receive(actor, owner, formParts(request))
  const arrived: ArrivedBody = {
    fingerprint: upload.fingerprint,
    context: Context.make(CurrentUpload, upload),
    discard: discard(upload)
  }
  return arrived
})

/** Stores a part of an import without inspecting it. */
const uploadedPart = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
  const { actor } = yield* Caller
  const part = yield* receiveBytes(actor, formParts(request))
  const arrived: ArrivedBody = {
    fingerprint: `${part.number} ${part.sha256} ${part.size_bytes}`,
    context: Context.make(CurrentPart, part),
    discard: discard(part)
  }
  return arrived
})

const withoutFile = (fingerprint: string): ArrivedBody => ({
  fingerprint,
  context: Context.empty(),
  discard: Effect.void
})

/** Waits for the body of a request. Fails with the error of a body that is refused. */
export const arrivedBody = (request: HttpServerRequest.HttpServerRequest) => {
  const { headers, method, url } = request
  if (!HttpMethod.hasBody(method)) return Effect.succeed(withoutFile(""))
  const isForm = headers["content-type"]?.toLowerCase().startsWith("multipart/form-data") ?? false
  return isForm && isUpload(method, decodedPathOf(url))
    ? isImportPart(decodedPathOf(url)) ? uploadedPart(request) : uploaded(request)
    : Effect.map(Effect.orDie(request.text), withoutFile)
}
