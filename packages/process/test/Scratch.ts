/** Folders for what tests write, such as embedded databases. */
import { accessSync, constants, mkdtempSync, readFileSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Where Linux keeps files in memory. */
const inMemory = "/dev/shm"

/**
 * The bytes that have to be free, there and of the memory: several embedded databases of 60 MB at a time, and room for
 * others.
 */
const minFree = 4 * 2 ** 30

/** Bytes of memory that Linux could give to programs (proc_meminfo(5)). */
const availableMemory = (): number =>
  Number(/^MemAvailable: +(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1]) * 1024

/** Whether programs may be run from there, as some tests do: a container often forbids it. */
const mayExecute = (): boolean => /^\S+ \/dev\/shm tmpfs (?!\S*noexec)/m.test(readFileSync("/proc/mounts", "utf8"))

/**
 * In memory where there is room: a disk takes most of the time in which the thousand files of a database are copied and
 * removed.
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

/** Makes a folder, which its user removes: in `TMPDIR` where that is set, or else where it takes the least time. */
export const scratchFolder = (name: string): string =>
  mkdtempSync(join(process.env["TMPDIR"] === undefined ? parent() : tmpdir(), `candor-${name}-`))
