/** The folder for what is too large for the memory, and is gone with its work. */
import { Config, Effect, Option } from "effect"
import { tmpdir } from "node:os"
import { exportFolder, isWritable } from "./FileSettings.ts"

const dataDirectory = Config.String("CANDOR_DATA_DIR").pipe(Config.withDefault(".candor"))

/**
 * `CANDOR_EXPORT_DIR`: the folder of spools, and of archives that are unpacked. Without it the data directory, where
 * there is one that this user can write: the system's folder of temporary files is memory on many machines.
 */
export const spoolFolder = Config.all([exportFolder, dataDirectory]).pipe(
  Effect.map(([chosen, data]) => Option.getOrElse(chosen, () => isWritable(data) ? data : tmpdir())),
  Effect.orDie
)
