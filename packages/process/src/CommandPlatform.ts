/**
 * What `effect/cli` needs of its platform. No command reads files, asks questions or starts programs by way of it, so all
 * of it is empty but the width of the terminal.
 */
import { Effect, FileSystem, Layer, Path, Stdio, Terminal } from "effect"
import { ChildProcessSpawner } from "effect/process"

const unused = Effect.die(new Error("No command uses this."))

export const layer = Layer.mergeAll(
  FileSystem.layerNoop({}),
  Path.layer,
  Stdio.layerTest({}),
  Layer.succeed(
    Terminal.Terminal,
    Terminal.make({
      columns: Effect.sync(() => process.stdout.columns ?? 80),
      rows: Effect.sync(() => process.stdout.rows ?? 24),
      size: unused,
      readInput: unused,
      readLine: unused,
      display: () => unused
    })
  ),
  Layer.succeed(ChildProcessSpawner.ChildProcessSpawner, ChildProcessSpawner.make(() => unused))
)
