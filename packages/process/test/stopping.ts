/** A program that a signal ends, and that has something to finish first: it says "finished" once it is told to. */
import { runMain } from "@candor/process/Main"
import { Effect } from "effect"

/** Ends with the standard input, so whoever started the program decides when. */
const finish = Effect.promise(async () => {
  console.log("stopping")
  await Bun.stdin.text()
  console.log("finished")
})

const program = Effect.acquireRelease(Effect.sync(() => console.log("running")), () => finish).pipe(
  Effect.andThen(Effect.never),
  Effect.scoped
)

runMain(program, { interrupted: 0 })
