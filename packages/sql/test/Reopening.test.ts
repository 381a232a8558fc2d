/** An embedded database that has stopped: how often it is opened again while it cannot be, and with how much room. */
import type { PGlite } from "@electric-sql/pglite"
import { expect, test } from "bun:test"
import { Clock, Effect, References, type Scope } from "effect"
import * as PgliteInstance from "../src/database/PgliteInstance.ts"

/** The error that ends a session, as PostgreSQL sends it (PostgreSQL, "Message Formats"). */
const panic = (() => {
  const fields = Buffer.from("SPANIC\0VPANIC\0C53100\0MNo room\0\0")
  const length = Buffer.alloc(4)
  length.writeUInt32BE(4 + fields.length)
  return Buffer.concat([Buffer.from("E"), length, fields])
})()

/** A PGlite that stops at its first statement. */
const stopping = {
  exec: async () => [],
  execProtocolRawStream: async (_: Uint8Array, { onRawData }: { readonly onRawData: (piece: Uint8Array) => void }) => onRawData(panic)
} as unknown as PGlite

const sync = Buffer.from([0x53, 0, 0, 0, 4])

/** Runs an effect whose clock has the time of `time`, without a log. */
const at = (time: { readonly nanos: bigint }) => <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => {
  const clock = (real: Clock.Clock): Clock.Clock =>
    Object.assign(Object.create(real), { monotonicTimeNanosUnsafe: () => time.nanos })
  return Effect.runPromise(Effect.scoped(effect).pipe(
    Effect.updateService(Clock.Clock, clock),
    Effect.provideService(References.MinimumLogLevel, "None")
  ))
}

/** Sends a message to the database, and returns the failure that it answers with. */
const failureOf = ({ connect }: PgliteInstance.Sessions) =>
  Effect.promise(() => {
    const { promise, resolve } = Promise.withResolvers<string>()
    connect().on("error", ({ message }) => resolve(message)).write(sync)
    return promise
  })

const second = 1_000_000_000n

test("an embedded database that has stopped is opened again a second after that failed; meanwhile statements fail at once", () => {
  const time = { nanos: 0n }
  let opened = 0
  const open = () => ++opened === 1 ? Promise.resolve(stopping) : Promise.reject(new Error(`Opening ${opened} failed`))
  return at(time)(Effect.gen(function*() {
    const sessions = yield* PgliteInstance.make({ open })
    const failureAt = (nanos: bigint) => {
      time.nanos = nanos
      return failureOf(sessions)
    }
    expect(yield* failureAt(0n)).toBe("No room")
    expect(yield* failureAt(0n)).toBe("Opening 2 failed")
    expect(yield* failureAt(second - 1n)).toBe("Opening 2 failed")
    expect(yield* failureAt(second)).toBe("Opening 3 failed")
    expect(yield* failureAt(2n * second - 1n)).toBe("Opening 3 failed")
    expect(opened).toBe(3)
  }))
})

test("an embedded database that has stopped stays closed while its disk has less than 40 MiB, and is opened again with these", () => {
  const time = { nanos: 0n }
  const disk = { free: 0 }
  let opened = 0
  const open = () => {
    opened++
    return Promise.resolve(stopping)
  }
  return at(time)(Effect.gen(function*() {
    const sessions = yield* PgliteInstance.make({ directory: "/data", open, free: () => disk.free })
    expect(yield* failureOf(sessions)).toBe("No room")
    disk.free = 41_943_039
    expect(yield* failureOf(sessions)).toBe(
      "The disk of the embedded database is full: 39 MiB are free in /data, and it needs 40 MiB to recover"
    )
    time.nanos = second
    disk.free = 41_943_040
    expect(opened).toBe(1)
    expect(yield* failureOf(sessions)).toBe("No room")
    expect(opened).toBe(2)
  }))
})
