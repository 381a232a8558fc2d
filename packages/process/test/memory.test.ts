/** A process collects its garbage when it has grown, and is otherwise left alone. */
import { processes } from "@candor/process/testing/Processes"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { join } from "node:path"
import { bounded } from "../src/Memory.ts"

const { start } = processes("memory")

test("a process with 400 MiB of garbage returns it to the operating system", async () => {
  const { code, stdout } = await start([process.execPath, join(import.meta.dir, "growing.ts")]).ended
  expect(code).toBe(0)
  expect(Number(/Resident (\d+) MiB/.exec(stdout)?.[1])).toBeLessThan(200)
})

interface Life {
  /** Resident MiB of the process, second by second. */
  readonly each: ReadonlyArray<number>
  /** Resident MiB after a collection, from those before it. */
  readonly after: (size: number) => number
  /** Milliseconds that a collection takes. */
  readonly took: number
  /** The share of one processor that it uses; none by default. */
  readonly load?: number
}

/** Returns the number of collections at the end of each second. */
const collections = ({ after, each, load = 0, took }: Life) =>
  Effect.runPromise(
    Effect.gen(function*() {
      let resident = 0
      let times = 0
      let used = 0
      yield* Effect.forkChild(bounded({
        resident: () => resident * 2 ** 20,
        used: () => used += load * 250,
        collect: () => {
          times++
          resident = after(resident)
          return took
        }
      }))
      return yield* Effect.forEach(each, (size) => {
        resident = size
        return Effect.map(TestClock.adjust("1 second"), () => times)
      })
    }).pipe(Effect.provide(TestClock.layer()))
  )

test("a process of up to 128 MiB is left alone, and a larger one collects", async () => {
  expect(await collections({ each: [60, 128, 129, 128, 140], after: () => 100, took: 1 })).toEqual([0, 0, 1, 1, 2])
})

test("a process that needs its memory collects again only when it has grown", async () => {
  expect(await collections({ each: [300, 300, 290, 301, 301], after: (size) => size, took: 1 })).toEqual([
    1,
    1,
    1,
    2,
    2
  ])
})

test("a busy process is left alone until it has grown by 48 MiB, and collects when it is idle", async () => {
  const each = [150, 176, 177, 198, 199]
  expect(await collections({ each, after: () => 150, took: 1, load: 0.2 })).toEqual([0, 0, 1, 1, 2])
  expect(await collections({ each, after: () => 150, took: 1, load: 0.05 })).toEqual([1, 2, 3, 4, 5])
})

test("a process that has grown by more than 64 MiB collects at once, however long that takes", async () => {
  expect(await collections({ each: [200, 265, 330, 395], after: (size) => size, took: 5000 })).toEqual([1, 2, 3, 4])
  expect(await collections({ each: [200, 264, 264, 264], after: (size) => size, took: 5000 })).toEqual([1, 1, 1, 1])
})
