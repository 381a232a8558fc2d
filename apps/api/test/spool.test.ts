/** Streams whose writer does not wait for its reader at first. */
import { spoolFolder } from "@candor/files/SpoolFolder"
import { expect, test } from "bun:test"
import { ConfigProvider, Effect, Exit, Fiber, Stream } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { OrganizationExportSlots } from "../src/files/FileSlots.ts"
import * as Spool from "../src/files/Spool.ts"
import { CurrentRequest, make } from "../src/request/CurrentRequest.ts"

const run = <A, E>(effect: Effect.Effect<A, E, import("effect").Scope.Scope>) =>
  Effect.runPromise(Effect.scoped(effect))

const pieces = Array.from({ length: 20 }, (_, at) => new Uint8Array(10_000 * at).fill(at))
const joined = Buffer.concat(pieces)

test("nobody need read what is written before it passes directly, and then each byte comes once, in order", () =>
  run(Effect.gen(function*() {
    const spool = yield* Spool.make
    yield* Effect.forEach(pieces, spool.write, { discard: true })
    yield* spool.passDirectly
    const writing = yield* Effect.forkChild(
      Effect.andThen(Effect.forEach(pieces, spool.write, { discard: true }), spool.end())
    )
    const read = yield* Stream.runCollect(spool.read)
    yield* Fiber.join(writing)
    expect(Buffer.concat(read).equals(Buffer.concat([joined, joined]))).toBe(true)
  })))

test("a reader waits for what is written later", () =>
  run(Effect.gen(function*() {
    const spool = yield* Spool.make
    const reading = yield* Effect.forkChild(Stream.runCollect(spool.read), { startImmediately: true })
    for (const piece of pieces) {
      yield* spool.write(piece)
      yield* Effect.yieldNow
    }
    yield* spool.end()
    expect(Buffer.concat(yield* Fiber.join(reading)).equals(joined)).toBe(true)
  })))

test("a defect of the writer is the reader's, after what was written before it", () =>
  run(Effect.gen(function*() {
    const spool = yield* Spool.make
    yield* spool.write(joined)
    const failed = yield* Effect.exit(Effect.die(new Error("The disk is full")))
    yield* spool.end(Exit.isFailure(failed) ? failed.cause : undefined)
    const seen: Array<Uint8Array> = []
    const outcome = yield* Effect.exit(Stream.runForEach(spool.read, (chunk) => Effect.sync(() => seen.push(chunk))))
    expect([Buffer.concat(seen).equals(joined), Exit.isFailure(outcome)]).toEqual([true, true])
  })))

test("a writer that passes directly waits for its reader", () =>
  run(Effect.gen(function*() {
    const spool = yield* Spool.make
    yield* spool.passDirectly
    let written = 0
    const writing = Effect.forEach(pieces, (piece) =>
      Effect.tap(spool.write(piece), () => Effect.sync(() => written++)), { discard: true })
    yield* Effect.forkChild(writing, { startImmediately: true })
    expect(written).toBeLessThan(pieces.length)
  })))

test("what is written waits in the folder of the setting, or in the data directory", () =>
  run(Effect.gen(function*() {
    const made = Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "candor-spool-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
    )
    const [CANDOR_EXPORT_DIR, CANDOR_DATA_DIR] = [yield* made, yield* made]
    const chosen = (settings: object) =>
      Effect.provideService(spoolFolder, ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(settings))
    expect(yield* chosen({ CANDOR_EXPORT_DIR, CANDOR_DATA_DIR })).toBe(CANDOR_EXPORT_DIR)
    expect(yield* chosen({ CANDOR_DATA_DIR })).toBe(CANDOR_DATA_DIR)
  })))

test("where the data directory cannot be written, what is written waits in the system's folder; with too little space, none begins", () =>
  run(
    Effect.gen(function*() {
      const spool = yield* Spool.make
      yield* spool.write(joined)
      yield* spool.end()
      expect(Buffer.concat(yield* Stream.runCollect(spool.read)).equals(joined)).toBe(true)
      const refused = yield* Effect.flip(Spool.hasSpace(Number.MAX_SAFE_INTEGER))
      expect(refused._tag).toBe("ServiceUnavailable")
    }).pipe(
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromUnknown({ CANDOR_DATA_DIR: import.meta.path })
      )
    )
  ))

test("a second export of all data is refused while one reads the database, with when to come again", () =>
  run(
    Effect.gen(function*() {
      const { read } = yield* OrganizationExportSlots
      const current = make({ id: "one", address: () => "here", started: 0 })
      const taken = Effect.scoped(Effect.map(read, () => "read" as const)).pipe(
        Effect.catchTag("RateLimitExceeded", ({ error }) => Effect.succeed([error.details, current.retry_after])),
        Effect.provideService(CurrentRequest, current)
      )
      const end = yield* read
      expect(yield* taken).toEqual([{ limit: 1 }, 60])
      yield* end
      expect([yield* taken, yield* taken]).toEqual(["read", "read"])
    }).pipe(Effect.provide(OrganizationExportSlots.layer))
  ))
