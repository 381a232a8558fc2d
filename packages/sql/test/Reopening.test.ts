/** An embedded database that has stopped: how often it is opened again while it cannot be. */
import type { PGlite } from "@electric-sql/pglite"
import { expect, test } from "bun:test"
import { Clock, Effect, References } from "effect"
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

test("an embedded database that has stopped is opened again a second after that failed; meanwhile statements fail at once", () => {
  const time = { nanos: 0n }
  const clock = (real: Clock.Clock): Clock.Clock =>
    Object.assign(Object.create(real), { monotonicTimeNanosUnsafe: () => time.nanos })
  let opened = 0
  const open = () => ++opened === 1 ? Promise.resolve(stopping) : Promise.reject(new Error(`Opening ${opened} failed`))
  return Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const { connect } = yield* PgliteInstance.make({ open })
    const failureAt = (nanos: bigint) =>
      Effect.promise(() => {
        time.nanos = nanos
        const { promise, resolve } = Promise.withResolvers<string>()
        connect().on("error", ({ message }) => resolve(message)).write(sync)
        return promise
      })
    const second = 1_000_000_000n
    expect(yield* failureAt(0n)).toBe("No room")
    expect(yield* failureAt(0n)).toBe("Opening 2 failed")
    expect(yield* failureAt(second - 1n)).toBe("Opening 2 failed")
    expect(yield* failureAt(second)).toBe("Opening 3 failed")
    expect(yield* failureAt(2n * second - 1n)).toBe("Opening 3 failed")
    expect(opened).toBe(3)
  })).pipe(Effect.updateService(Clock.Clock, clock), Effect.provideService(References.MinimumLogLevel, "None")))
})
