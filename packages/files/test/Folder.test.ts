import { type ContentKey, StoreFailure } from "@candor/domain/attachment/AttachmentStore"
import { AttachmentId, OrganizationId } from "@candor/domain/Id"
import * as Folder from "@candor/files/Folder"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect, Stream } from "effect"
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "candor-files-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

const newKey = (): ContentKey => ({
  organization_id: OrganizationId.make(crypto.randomUUID()),
  id: AttachmentId.make(crypto.randomUUID())
})

const content = (length: number) => Uint8Array.from({ length }, (_, index) => index % 251)

const chunks = (bytes: Uint8Array, size: number) =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size))
  )

const readAll = (store: ReturnType<typeof Folder.make>, key: ContentKey, start: number, end: number) =>
  Effect.map(Stream.runCollect(store.read(key, { start, end })), (parts) => new Uint8Array(Buffer.concat(parts)))

describe("A folder of contents", () => {
  test("gives back what was put, whole and in ranges", async () => {
    const store = Folder.make(folder)
    const key = newKey()
    const bytes = content(300_000)
    await Effect.runPromise(store.put(key, chunks(bytes, 7777)))
    for (const [start, end] of [[0, bytes.length], [0, 1], [299_999, 300_000], [65_535, 131_073]] as const) {
      expect(await Effect.runPromise(readAll(store, key, start, end))).toEqual(bytes.slice(start, end))
    }
  })

  test("reads 64 KiB of a content at a time", async () => {
    const store = Folder.make(folder)
    const key = newKey()
    await Effect.runPromise(store.put(key, chunks(content(131_073), 7777)))
    const lengths = (start: number, end: number) =>
      Effect.runPromise(
        Effect.map(Stream.runCollect(store.read(key, { start, end })), (read) => read.map(({ length }) => length))
      )
    expect(await lengths(0, 65_536)).toEqual([65_536])
    expect(await lengths(0, 65_537)).toEqual([65_536, 1])
    expect(await lengths(1, 131_073)).toEqual([65_536, 65_536])
  })

  test("files have the mode 0600 and folders 0700, and names are ids", async () => {
    const inner = join(folder, "made")
    const key = newKey()
    await Effect.runPromise(Folder.make(inner).put(key, chunks(content(10), 3)))
    expect(readdirSync(inner)).toEqual([key.organization_id])
    expect(readdirSync(join(inner, key.organization_id))).toEqual([key.id])
    const mode = (...path: ReadonlyArray<string>) => statSync(join(inner, ...path)).mode & 0o777
    expect([mode(), mode(key.organization_id), mode(key.organization_id, key.id)]).toEqual([0o700, 0o700, 0o600])
  })

  test("a content that breaks off is not there, and nothing is left of it once it is removed", async () => {
    const store = Folder.make(folder)
    const key = newKey()
    const breaking = Stream.concat(chunks(content(100_000), 1000), Stream.fail("broken" as const))
    expect(await Effect.runPromise(Effect.flip(store.put(key, breaking)))).toBe("broken")
    const path = join(folder, key.organization_id, key.id)
    expect(existsSync(path)).toBe(false)
    expect(await Effect.runPromise(Effect.flip(readAll(store, key, 0, 1)))).toBeInstanceOf(StoreFailure)
    await Effect.runPromise(store.remove(key))
    expect(readdirSync(join(folder, key.organization_id))).toEqual([])
  })

  test("removing is done once and again, of a whole content and of one that a process left when it was killed", async () => {
    const store = Folder.make(folder)
    const key = newKey()
    await Effect.runPromise(store.put(key, chunks(content(10), 3)))
    writeFileSync(join(folder, key.organization_id, `${key.id}.part`), "left")
    await Effect.runPromise(Effect.andThen(store.remove(key), store.remove(key)))
    expect(readdirSync(join(folder, key.organization_id))).toEqual([])
    await Effect.runPromise(store.remove(newKey()))
  })

  test("a content that is shorter than its row says fails the read, and does not look whole", async () => {
    const store = Folder.make(folder)
    const key = newKey()
    await Effect.runPromise(store.put(key, chunks(content(10), 3)))
    expect(await Effect.runPromise(Effect.flip(readAll(store, key, 0, 11)))).toBeInstanceOf(StoreFailure)
  })

  test("a folder that cannot be written fails the put", async () => {
    const file = join(folder, "file")
    writeFileSync(file, "")
    expect(await Effect.runPromise(Effect.flip(Folder.make(file).put(newKey(), chunks(content(1), 1))))).toBeInstanceOf(
      StoreFailure
    )
  })
})
