/** A program that is ended by a signal, and has to finish something first: it prints "finished" when it is told to. */
import { runMain } from "@candor/process/Main"
import { Effect } from "effect"

/** Ends with the standard input, so that the parent process decides when. */
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
