/** Temporary folders for tests, for example for embedded databases. */
import { accessSync, constants, mkdtempSync, readFileSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The in-memory file system of Linux. */
const inMemory = "/dev/shm"

/**
 * The bytes that must be free, both in that file system and in memory: several embedded databases of 60 MB at a time,
 * and a reserve.
 */
const minFree = 4 * 2 ** 30

/** Returns the bytes of memory that Linux could give to programs (proc_meminfo(5)). */
const availableMemory = (): number =>
  Number(/^MemAvailable: +(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1]) * 1024

/** Returns whether programs may be run from there, as some tests do: containers often forbid it. */
const mayExecute = (): boolean => /^\S+ \/dev\/shm tmpfs (?!\S*noexec)/m.test(readFileSync("/proc/mounts", "utf8"))

/**
 * Returns a parent folder, in memory if there is room: on a disk, copying and removing the thousand files of a database
 * takes most of the time.
 */
const parent = (): string => {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return Math.min(bavail * bsize, availableMemory()) >= minFree && mayExecute() ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Makes a folder, which the caller removes: in `TMPDIR` if that is set, else at the fastest place. */
export const scratchFolder = (name: string): string =>
  mkdtempSync(join(process.env["TMPDIR"] === undefined ? parent() : tmpdir(), `candor-${name}-`))
