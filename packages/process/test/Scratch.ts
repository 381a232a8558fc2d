/** Folders for what tests write, such as embedded databases. */
import { accessSync, constants, mkdtempSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Where Linux keeps files in memory. */
const inMemory = "/dev/shm"

/** The bytes that have to be free there: several embedded databases of 60 MB at a time, and as much as nobody will miss. */
const minFree = 4 * 2 ** 30

/** In memory where there is room: a disk takes most of the time in which the thousand files of a database are copied and removed. */
const parent = (): string => {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= minFree ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Makes a folder, which its user removes: in `TMPDIR` where that is set, or else where it takes the least time. */
export const scratchFolder = (name: string): string =>
  mkdtempSync(join(process.env["TMPDIR"] === undefined ? parent() : tmpdir(), `candor-${name}-`))
