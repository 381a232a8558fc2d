/** The folder for temporary data that is too large for memory. It is deleted with its work. */
import { Config, Effect, Option } from "effect"
import { tmpdir } from "node:os"
import { exportFolder, isWritable } from "./FileSettings.ts"

const dataDirectory = Config.String("CANDOR_DATA_DIR").pipe(Config.withDefault(".candor"))

/**
 * `CANDOR_EXPORT_DIR`: the folder of spools, and of unpacked archives. By default the data directory, if this user can
 * write there: on many machines, the system's temporary folder is in memory.
 */
export const spoolFolder = Config.all([exportFolder, dataDirectory]).pipe(
  Effect.map(([chosen, data]) => Option.getOrElse(chosen, () => isWritable(data) ? data : tmpdir())),
  Effect.orDie
)
