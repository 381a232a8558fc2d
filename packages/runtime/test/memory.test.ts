/** A process gives memory back when it has grown, and is otherwise left alone. */
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { bounded } from "../src/Memory.ts"

const mebibyte = 2 ** 20

/** How often memory was given back after each of these sizes, in MiB, was held for a second; then `after` is what is left. */
const asked = (sizes: ReadonlyArray<number>, after: (size: number) => number) =>
  Effect.runPromise(Effect.gen(function*() {
    let resident = 0
    let times = 0
    yield* Effect.forkChild(bounded({
      resident: () => resident * mebibyte,
      giveBack: () => {
        times++
        resident = after(resident)
      }
    }))
    return yield* Effect.forEach(sizes, (size) => {
      resident = size
      return Effect.map(TestClock.adjust("1 second"), () => times)
    })
  }).pipe(Effect.provide(TestClock.layer())))

test("a process of up to 128 MiB is let be, and one above gives back what it can", async () => {
  expect(await asked([60, 128, 129, 128, 140], () => 100)).toEqual([0, 0, 1, 1, 2])
})

test("a process that needs what it holds is asked once, and again when it has grown by a fifth", async () => {
  expect(await asked([300, 300, 359, 361, 361, 432, 434], (size) => size)).toEqual([1, 1, 1, 2, 2, 2, 3])
})

test("a process that has become small again is held to 128 MiB again", async () => {
  expect(await asked([400, 400, 130], (size) => size > 300 ? 100 : size)).toEqual([1, 2, 3])
})
