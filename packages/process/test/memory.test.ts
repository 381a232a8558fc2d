/** A process gives memory back when it has grown, and is otherwise left alone. */
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { bounded } from "../src/Memory.ts"

interface Held {
  /** MiB that the process holds, one second after the other. */
  readonly each: ReadonlyArray<number>
  /** What it holds after giving back. */
  readonly after: (size: number) => number
  /** How long that takes, in milliseconds. */
  readonly took: number
}

/** How often memory had been given back at the end of each second. */
const given = ({ after, each, took }: Held) =>
  Effect.runPromise(Effect.gen(function*() {
    let resident = 0
    let times = 0
    yield* Effect.forkChild(bounded({
      resident: () => resident * 2 ** 20,
      giveBack: () => {
        times++
        resident = after(resident)
        return took
      }
    }))
    return yield* Effect.forEach(each, (size) => {
      resident = size
      return Effect.map(TestClock.adjust("1 second"), () => times)
    })
  }).pipe(Effect.provide(TestClock.layer())))

test("a process of up to 128 MiB is let be, and one above gives back what it can", async () => {
  expect(await given({ each: [60, 128, 129, 128, 140], after: () => 100, took: 1 })).toEqual([0, 0, 1, 1, 2])
})

test("a process that needs what it holds is asked again only when it holds more", async () => {
  expect(await given({ each: [300, 300, 290, 301, 301], after: (size) => size, took: 1 })).toEqual([1, 1, 1, 2, 2])
})

test("a process that has become small is held to 128 MiB again", async () => {
  expect(await given({ each: [400, 401, 130], after: (size) => size > 400 ? 100 : size, took: 1 })).toEqual([1, 2, 3])
})

test("giving back takes at most a fiftieth of the time", async () => {
  expect(await given({ each: [200, 201, 202, 203, 204, 205, 206, 207], after: (size) => size, took: 60 }))
    .toEqual([1, 1, 2, 2, 2, 3, 3, 3])
})

test("a process that grows fast may take a sixth of the time", async () => {
  const each = [200, 240, 280, 320, 360, 400]
  expect(await given({ each, after: (size) => size, took: 150 })).toEqual([1, 2, 3, 4, 5, 6])
  expect(await given({ each, after: (size) => size, took: 300 })).toEqual([1, 2, 2, 3, 3, 4])
})

test("a process that has grown by more than 96 MiB gives back whatever that takes", async () => {
  expect(await given({ each: [200, 297, 394, 491], after: (size) => size, took: 5000 })).toEqual([1, 2, 3, 4])
  expect(await given({ each: [200, 296, 296, 296], after: (size) => size, took: 5000 })).toEqual([1, 1, 1, 1])
})
