/** Contents in an S3-compatible object store: an object each, whose key is its organization's id and its own. */
import { AttachmentStore, type ByteRange, type ContentKey, StoreFailure } from "@candor/domain/attachment/AttachmentStore"
import { Effect, Exit, Stream } from "effect"

const failure = (cause: unknown) => new StoreFailure({ cause })

const attempt = <A>(run: () => A | Promise<A>) => Effect.tryPromise({ try: async () => run(), catch: failure })

/** The store, and how to sign requests to it. An endpoint with a path names its bucket in the path. */
export interface Options {
  readonly bucket: string
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Bytes of a part of an upload: S3 takes none that is smaller, but the last. A shorter content is one request. */
const partBytes = 5 * 1024 * 1024

/** Returns the store in a bucket. */
export const make = (options: Options): AttachmentStore["Service"] => {
  const client = new Bun.S3Client(options)
  const objectOf = ({ id, organization_id }: ContentKey) => client.file(`${organization_id}/${id}`)

  // Bun 1.4.5 completes an upload that ends with an error, so what broke off is stored, and deleted again.
  const giveUp = (key: ContentKey, writer: Bun.NetworkSink) =>
    Effect.ignore(attempt(async () => {
      await writer.end()
      await objectOf(key).delete()
    }))

  const put = <E, R>(key: ContentKey, content: Stream.Stream<Uint8Array, E, R>) =>
    Effect.scoped(Effect.gen(function*() {
      const writer = yield* Effect.acquireRelease(
        Effect.sync(() => objectOf(key).writer({ partSize: partBytes, queueSize: 1, retry: 3 })),
        (writer, exit) => Exit.isSuccess(exit) ? Effect.void : giveUp(key, writer)
      )
      yield* Stream.runForEach(content, (chunk) =>
        attempt(async () => {
          writer.write(chunk)
          await writer.flush()
        }))
      yield* attempt(() => writer.end())
    }))

  const read = (key: ContentKey, { end, start }: ByteRange) =>
    Stream.fromReadableStream({ evaluate: () => objectOf(key).slice(start, end).stream(), onError: failure })

  const remove = (key: ContentKey) => attempt(() => objectOf(key).delete())

  return AttachmentStore.of({ put, read, remove })
}
