/**
 * Contents in an S3-compatible object store: each is an object, whose key consists of the organization's id and its
 * own.
 */
import {
  AttachmentStore,
  type ByteRange,
  type ContentKey,
  StoreFailure
} from "@candor/domain/attachment/AttachmentStore"
import { AwsV4Signer } from "aws4fetch"
import { Data, Effect, Schedule, Stream } from "effect"
import { boundedFetch, ResponseRefused } from "./BoundedFetch.ts"

/**
 * The store, and how to sign requests to it. The bucket is appended to the endpoint's path, or the endpoint already
 * ends with it.
 */
export interface Options {
  readonly bucket: string
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/**
 * The bytes of an upload part, the least that S3 accepts except for the last. A shorter content is uploaded in one
 * request.
 */
const partBytes = 5 * 2 ** 20

/** The bytes of a content that one request reads, and that are held until they are consumed. */
const pieceBytes = 2 ** 20

/** The most bytes of a response other than a content: ids, part tags, errors. */
const maxAnswerBytes = 65_536

/** The time limit for a part, including repeated requests. Even a slow store takes less. */
const timeout = "1 minute"

/**
 * Statuses (RFC 9110, section 15): not found; shorter than the requested range; too many requests; and, from `failed`
 * on, errors that may be temporary.
 */
const [absent, unsatisfiable, tooMany, failed] = [404, 416, 429, 500]

/** The store responded with an error. */
class Refused extends Data.TaggedError("Refused")<
  { readonly status: number; readonly code: string | undefined; readonly message: string }
> {}

/** Returns the code of an error (S3 API, “Error responses”); undefined if the response has none. */
const codeOf = (text: string): string | undefined => /<Code>([^<]*)<\/Code>/.exec(text)?.[1]

/** Tells whether the error means that the bucket lacks the object, or that the object is shorter. */
const isAbsent = (cause: unknown): boolean =>
  cause instanceof Refused &&
  (cause.status === absent && cause.code !== "NoSuchBucket" || cause.status === unsatisfiable)

interface Request {
  readonly method: "DELETE" | "GET" | "POST" | "PUT"
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: Uint8Array<ArrayBuffer> | string
  readonly maxBytes?: number
}

const isTransient = (error: unknown) =>
  error instanceof Refused ? error.status === tooMany || error.status >= failed : !(error instanceof ResponseRefused)

const failure = (message: string) => new StoreFailure({ cause: new Error(message) })

const decoded = (text: string) =>
  text.replace(
    /&(lt|gt|quot|apos|amp);/g,
    (_, name: string) => ({ lt: "<", gt: ">", quot: "\"", apos: "'" })[name] ?? "&"
  )

const encoded = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\"", "&quot;")

/**
 * Returns the store in a bucket. A response that is longer than requested is refused, so that no store can fill the
 * memory.
 */
export const make = ({ bucket, endpoint, ...signing }: Options): AttachmentStore["Service"] => {
  const base = endpoint.replace(/\/+$/, "")
  const root = new URL(base).pathname.endsWith(`/${bucket}`) ? base : `${base}/${bucket}`
  const pathOf = ({ id, organization_id }: ContentKey) => `/${organization_id}/${id}`

  const send = ({ body, headers = {}, maxBytes = maxAnswerBytes, method, path }: Request) =>
    Effect.tryPromise({
      try: async (signal) => {
        const signed = await new AwsV4Signer({ ...signing, service: "s3", method, url: root + path, headers }).sign()
        const response = await boundedFetch(maxBytes)(signed.url, {
          method,
          headers: signed.headers,
          signal,
          redirect: "manual",
          ...(body === undefined ? {} : { body })
        })
        if (response.ok) return response
        const text = await response.text()
        const message = `${method} was answered ${response.status}: ${text.slice(0, 500)}`
        throw new Refused({ status: response.status, code: codeOf(text), message })
      },
      catch: (error) => error
    }).pipe(
      Effect.retry({ times: 3, while: isTransient, schedule: Schedule.exponential("200 millis") }),
      Effect.timeout(timeout),
      Effect.mapError((cause) => new StoreFailure({ cause, ...(isAbsent(cause) ? { absent: true } : {}) }))
    )

  const textOf = (request: Request) =>
    Effect.flatMap(send(request), (response) => Effect.promise(() => response.text()))

  /** Returns the text of an element in a response. A response without it is an error, even with the status 200. */
  const elementOf = (name: string, text: string) => {
    const found = new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)?.[1]
    return found === undefined
      ? Effect.fail(failure(`The store answered no ${name}: ${text.slice(0, 500)}`))
      : Effect.succeed(decoded(found))
  }

  const begin = (path: string) =>
    Effect.flatMap(textOf({ method: "POST", path: `${path}?uploads=` }), (text) => elementOf("UploadId", text))

  const complete = (path: string, upload: string, tags: ReadonlyArray<string>) => {
    const parts = tags.map((tag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${encoded(tag)}</ETag></Part>`
    )
    const body = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`
    const request = { method: "POST", path: `${path}?uploadId=${encodeURIComponent(upload)}`, body } as const
    return Effect.flatMap(textOf(request), (text) => elementOf("ETag", text))
  }

  const put = <E, R>(key: ContentKey, content: Stream.Stream<Uint8Array, E, R>) =>
    Effect.suspend(() => {
      const path = pathOf(key)
      const tags: Array<string> = []
      let upload: string | undefined
      let pending: Array<Uint8Array> = []
      let bytes = 0
      const sendPart = Effect.gen(function*() {
        const body = new Uint8Array(Buffer.concat(pending))
        upload ??= yield* begin(path)
        const query = `?partNumber=${tags.length + 1}&uploadId=${encodeURIComponent(upload)}`
        tags.push((yield* send({ method: "PUT", path: path + query, body })).headers.get("etag") ?? "")
        pending = []
        bytes = 0
      })
      const take = Effect.fnUntraced(function*(chunk: Uint8Array) {
        for (let rest = chunk; rest.length > 0;) {
          if (bytes === partBytes) yield* sendPart
          const next = rest.slice(0, partBytes - bytes)
          pending.push(next)
          bytes += next.length
          rest = rest.subarray(next.length)
        }
      })
      const finish = Effect.suspend((): Effect.Effect<unknown, StoreFailure> =>
        upload === undefined
          ? send({ method: "PUT", path, body: new Uint8Array(Buffer.concat(pending)) })
          : Effect.flatMap(sendPart, () => complete(path, upload!, tags))
      )
      const abort = Effect.suspend(() =>
        upload === undefined
          ? Effect.void
          : Effect.ignore(send({ method: "DELETE", path: `${path}?uploadId=${encodeURIComponent(upload)}` }))
      )
      return Stream.runForEach(content, take).pipe(Effect.andThen(finish), Effect.asVoid, Effect.onError(() => abort))
    })

  const readPiece = (path: string, start: number, end: number) =>
    send({ method: "GET", path, headers: { range: `bytes=${start}-${end - 1}` }, maxBytes: end - start }).pipe(
      Effect.flatMap((response) => Effect.promise(() => response.bytes())),
      Effect.filterOrFail(
        (bytes) => bytes.length === end - start,
        (bytes) => failure(`The store answered ${bytes.length} bytes of ${end - start}`)
      )
    )

  const read = (key: ContentKey, { end, start }: ByteRange) =>
    Stream.range(0, Math.ceil((end - start) / pieceBytes) - 1).pipe(
      Stream.map((n) => start + n * pieceBytes),
      Stream.mapEffect((from) => readPiece(pathOf(key), from, Math.min(end, from + pieceBytes)))
    )

  const remove = (key: ContentKey) =>
    send({ method: "DELETE", path: pathOf(key) }).pipe(
      Effect.asVoid,
      Effect.catchIf(({ absent }) => absent === true, () => Effect.void)
    )

  return AttachmentStore.of({ put, read, remove })
}
