/** The names of the migrations in a folder, by their numbers: a file's without its ending. */
import { readdirSync } from "node:fs"

/** Returns the names of the migrations of this folder. */
export const namesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder).flatMap((file) => /^(\d{4}_\w+)\.ts$/.exec(file)?.[1] ?? []).toSorted()
