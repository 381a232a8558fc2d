/** The parts of a form, with the names of files as their senders meant them (see FormNames.ts). */
import { uploadLimits } from "@candor/contract/Attachments"
import { Array, ByteSize, Channel, Effect, flow, Stream } from "effect"
import { type HttpServerRequest, Multipart } from "effect/http"
import { FormNames } from "./FormNames.ts"

/** Parses the form of a request. */
export const formParts = (
  request: Pick<HttpServerRequest.HttpServerRequest, "headers" | "stream">,
  limits: { readonly maxParts: number; readonly maxFieldSize: number; readonly fieldMimeTypes: ReadonlyArray<string> } =
    uploadLimits
): Stream.Stream<Multipart.Part, Multipart.MultipartError> =>
  Stream.suspend(() => {
    const [, quoted, token = ""] =
      /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]*))/i.exec(request.headers["content-type"] ?? "") ?? []
    const names = new FormNames(quoted ?? token)
    // For the parser only, which reads them once: provided to the stream, they would copy its context for each chunk.
    const limited = flow(
      Effect.provideService(Multipart.MaxParts, limits.maxParts),
      Effect.provideService(Multipart.MaxFieldSize, ByteSize.fromInputUnsafe(limits.maxFieldSize)),
      Effect.provideService(Multipart.FieldMimeTypes, limits.fieldMimeTypes)
    )
    const parser = Channel.toTransform(Multipart.makeChannel<Multipart.MultipartError>(request.headers))
    return Stream.map(request.stream, (chunk) => names.add(chunk)).pipe(
      Stream.concat(Stream.suspend(() => Stream.succeed(names.end()))),
      Stream.filter(Array.isReadonlyArrayNonEmpty),
      Stream.flattenArray,
      Stream.mapError((cause) => Multipart.MultipartError.fromReason("InternalError", cause)),
      Stream.pipeThroughChannel(Channel.fromTransform((pull, scope) => limited(parser(pull, scope))))
    )
  })
