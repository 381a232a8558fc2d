import { type ContentKey, StoreFailure } from "@candor/domain/attachment/AttachmentStore"
import { AttachmentId, OrganizationId } from "@candor/domain/Id"
import * as S3 from "@candor/files/S3"
import { afterAll, describe, expect, test } from "bun:test"
import { Effect, Result, Stream } from "effect"
import { endlessServer } from "./EndlessServer.ts"
import { serve } from "./S3Server.ts"

const server = serve()
afterAll(() => server.stop())

const options = {
  bucket: "candor",
  endpoint: server.endpoint,
  region: "us-east-1",
  accessKeyId: "key",
  secretAccessKey: "secret"
}
const store = S3.make(options)

const newKey = (): ContentKey => ({
  organization_id: OrganizationId.make(crypto.randomUUID()),
  id: AttachmentId.make(crypto.randomUUID())
})

const content = (length: number) => Uint8Array.from({ length }, (_, index) => index % 251)

const chunks = (bytes: Uint8Array, size: number) =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size))
  )

const readAll = (key: ContentKey, start: number, end: number) =>
  Effect.map(Stream.runCollect(store.read(key, { start, end })), (parts) => new Uint8Array(Buffer.concat(parts)))

describe("A bucket of contents", () => {
  test.each([10, 6_000_000, 20 * 1024 * 1024])(
    "gives back %d bytes, whole and in ranges, under a key of ids",
    async (length) => {
      const key = newKey()
      const bytes = content(length)
      await Effect.runPromise(store.put(key, chunks(bytes, 65_536)))
      expect([...server.objects.keys()].at(-1)).toBe(`/candor/${key.organization_id}/${key.id}`)
      for (const [start, end] of [[0, length], [0, 1], [length - 3, length], [2, 9]] as const) {
        const read = await Effect.runPromise(readAll(key, start, end))
        expect(Buffer.compare(read, bytes.subarray(start, end))).toBe(0)
      }
    }
  )

  const mebibyte = 1024 * 1024

  test.each([
    [5 * mebibyte, [5 * mebibyte]],
    [5 * mebibyte + 1, [5 * mebibyte, 1]],
    [10 * mebibyte + 1, [5 * mebibyte, 5 * mebibyte, 1]]
  ])("a content is sent in parts of 5 MiB: one of %d bytes in %j", async (length, parts) => {
    const key = newKey()
    await Effect.runPromise(store.put(key, chunks(content(length), 65_536)))
    expect(server.parts.get(`/candor/${key.organization_id}/${key.id}`)).toEqual(parts)
  })

  test.each([10, 6_000_000])("of a content that breaks off after %d bytes there is no object", async (length) => {
    const key = newKey()
    const breaking = Stream.concat(chunks(content(length), 65_536), Stream.fail("broken" as const))
    expect(await Effect.runPromise(Effect.flip(store.put(key, breaking)))).toBe("broken")
    expect([...server.objects.keys()].filter((name) => name.includes(key.id))).toEqual([])
    expect(await Effect.runPromise(Effect.flip(readAll(key, 0, 1)))).toBeInstanceOf(StoreFailure)
  })

  test("removing is done once and again", async () => {
    const key = newKey()
    await Effect.runPromise(store.put(key, chunks(content(10), 3)))
    await Effect.runPromise(Effect.andThen(store.remove(key), store.remove(key)))
    expect([...server.objects.keys()].filter((name) => name.includes(key.id))).toEqual([])
  })

  test("a store that refuses the key fails each method", async () => {
    const refused = S3.make({ ...options, accessKeyId: "other" })
    const key = newKey()
    expect(await Effect.runPromise(Effect.flip(refused.put(key, chunks(content(10), 3))))).toBeInstanceOf(StoreFailure)
    expect(await Effect.runPromise(Effect.flip(refused.remove(key)))).toBeInstanceOf(StoreFailure)
  })
})

/** What fits into the buffers of a connection on loopback beside the bounds, in bytes. */
const buffered = 32 * 2 ** 20

describe.each(["text", "gzip", "pieces"] as const)("A store that answers without an end (%s)", (kind) => {
  const putting = (hostile: ReturnType<typeof S3.make>, length: number) =>
    Effect.asVoid(hostile.put(newKey(), chunks(content(length), 65_536)))
  test.each([
    ["is written to", (hostile: ReturnType<typeof S3.make>) => putting(hostile, 10)],
    ["gets a content of several parts", (hostile: ReturnType<typeof S3.make>) => putting(hostile, 6_000_000)],
    [
      "is read",
      (hostile: ReturnType<typeof S3.make>) => Stream.runDrain(hostile.read(newKey(), { start: 0, end: 20_000_000 }))
    ],
    ["removes", (hostile: ReturnType<typeof S3.make>) => hostile.remove(newKey())]
  ])("is hung up on at the bound when it %s", (_, run) =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const { closed, origin } = yield* endlessServer(kind)
      expect(yield* Effect.flip(run(S3.make({ ...options, endpoint: origin })))).toBeInstanceOf(StoreFailure)
      expect(yield* Effect.promise(() => closed)).toBeLessThan(buffered)
    }))))
})

const answering = (fetch: (request: Request) => Response) =>
  Effect.acquireRelease(
    Effect.sync(() => Bun.serve({ hostname: "127.0.0.1", port: 0, fetch })),
    (server) => Effect.promise(() => server.stop(true))
  )

test.each([
  ["a redirect", () => Response.redirect("/elsewhere", 307)],
  ["the whole content in place of a piece", () => new Response("x".repeat(100))],
  ["fewer bytes than were asked for", () => new Response("x", { status: 206 })],
  ["an error that says that it is a success", () => new Response("<Error><Code>InternalError</Code></Error>")]
])("%s of a store is a failure, asked for once", (_, answer) =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    let requests = 0
    const { url } = yield* answering(() => {
      requests++
      return answer()
    })
    const read = S3.make({ ...options, endpoint: url.origin }).read(newKey(), { start: 10, end: 20 })
    expect(yield* Effect.flip(Stream.runCollect(read))).toBeInstanceOf(StoreFailure)
    expect(requests).toBe(1)
  }))))

test.each([
  ["has it no more", () => new Response("<Error><Code>NoSuchKey</Code></Error>", { status: 404 }), undefined],
  ["says only that it has nothing", () => new Response(null, { status: 404 }), undefined],
  [
    "has no such bucket",
    () => new Response("<?xml version=\"1.0\"?><Error><Code>NoSuchBucket</Code></Error>", { status: 404 }),
    StoreFailure
  ],
  ["refuses the key", () => new Response("<Error><Code>AccessDenied</Code></Error>", { status: 403 }), StoreFailure]
])(
  "removing a content from a store that %s",
  (_, answer, expected) =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const { url } = yield* answering(answer)
      const removed = yield* Effect.result(S3.make({ ...options, endpoint: url.origin }).remove(newKey()))
      expect(Result.isFailure(removed) ? removed.failure.constructor : undefined).toBe(expected)
    })))
)

test.each([
  ["", "/candor/"],
  ["/", "/candor/"],
  ["/storage", "/storage/candor/"],
  ["/storage/v1/s3//", "/storage/v1/s3/candor/"],
  ["/candor", "/candor/"],
  ["/candor/", "/candor/"],
  ["/storage/candor", "/storage/candor/"],
  ["/storage/other-candor", "/storage/other-candor/candor/"],
  ["/candor/storage", "/candor/storage/candor/"]
])(
  "an endpoint with the path %j names the bucket once: %s",
  (path, expected) =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const asked: Array<string> = []
      const { url } = yield* answering((request) => {
        asked.push(new URL(request.url).pathname)
        return new Response()
      })
      const key = newKey()
      yield* S3.make({ ...options, endpoint: url.origin + path }).remove(key)
      expect(asked).toEqual([`${expected}${key.organization_id}/${key.id}`])
    })))
)

test("a store that fails, and is busy, is asked again", () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const statuses = [503, 429, 206]
    const { url } = yield* answering(() => new Response("0123456789", { status: statuses.shift()! }))
    const read = S3.make({ ...options, endpoint: url.origin }).read(newKey(), { start: 10, end: 20 })
    expect(yield* Stream.runCollect(read)).toHaveLength(1)
    expect(statuses).toEqual([])
  }))))
