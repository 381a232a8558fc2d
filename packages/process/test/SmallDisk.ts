/** Small in-memory disks that fill up, if this user may mount one. */
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const run = (...command: ReadonlyArray<string>): boolean => Bun.spawnSync([...command]).success

export const mayMount = process.getuid?.() === 0 &&
  run("sh", "-c", "d=$(mktemp -d) && mount -t tmpfs tmpfs $d && umount $d")

if (!mayMount) console.log("NOT SHOWN HERE: what happens on a full disk, because this user may not mount a small one.")

export interface SmallDisk {
  readonly directory: string
  /** Fills the disk except for this many bytes. */
  readonly fill: (left: number) => void
  /** Frees them again. */
  readonly empty: () => void
  readonly unmount: () => void
}

/** Mounts a disk of this many MiB. */
export const smallDisk = (mebibytes: number, directory = mkdtempSync(join(tmpdir(), "candor-disk-"))): SmallDisk => {
  mkdirSync(directory, { recursive: true })
  if (!run("mount", "-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", directory))
    throw new Error(`No disk could be mounted at ${directory}`)
  const ballast = join(directory, "ballast")
  return {
    directory,
    fill: (left) => {
      const { bavail, bsize } = statfsSync(directory)
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left)))
      } catch (error) {
        // A program wrote at the same time: the disk is full already.
        if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error
      }
    },
    empty: () => rmSync(ballast),
    unmount: () => {
      run("umount", "-l", directory)
      rmSync(directory, { recursive: true, force: true })
    }
  }
}
