/** The parts of a form, with the names of files as their senders meant them. */
import { uploadLimits } from "@candor/contract/Attachments"
import { Stream } from "effect"
import { type HttpServerRequest, Multipart } from "effect/http"
import { FormNames } from "./FormNames.ts"

/** Parses the form of a request. */
export const formParts = (
  request: Pick<HttpServerRequest.HttpServerRequest, "headers" | "stream">,
  limits: { readonly maxParts: number; readonly maxFieldSize: number; readonly fieldMimeTypes: ReadonlyArray<string> } = uploadLimits
): Stream.Stream<Multipart.Part, Multipart.MultipartError> =>
  Stream.suspend(() => {
    const [, quoted, token = ""] = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]*))/i.exec(request.headers["content-type"] ?? "") ?? []
    const names = new FormNames(quoted ?? token)
    return Stream.map(request.stream, (chunk) => names.add(chunk)).pipe(
      Stream.concat(Stream.suspend(() => Stream.succeed(names.end()))),
      Stream.filter(({ length }) => length > 0),
      Stream.mapError((cause) => Multipart.MultipartError.fromReason("InternalError", cause)),
      Stream.pipeThroughChannel(Multipart.makeChannel(request.headers)),
      Stream.provideContext(Multipart.limitsServices(limits))
    )
  })
