/** Files of PGlite on the disk that only their owner can read. */
import type { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"

type Options = Parameters<NodeFS["init"]>[1]

/** The part of Emscripten's file system that is used here; PGlite has no types for it. */
interface Module {
  readonly FS: {
    chmod: (path: unknown, mode: number, dontFollow?: boolean) => void
    fchmod: (file: number, mode: number) => void
  }
}

/** A mask that removes the permissions of the group and of others. */
const owner = ~0o077

/**
 * PGlite sets the mode of each file that it makes, usually to 0666. These wrappers keep only the owner's permissions.
 */
const narrow = ({ FS }: Module): void => {
  const { chmod, fchmod } = FS
  FS.chmod = (path, mode, dontFollow) => chmod(path, mode & owner, dontFollow)
  FS.fchmod = (file, mode) => fchmod(file, mode & owner)
}

export class PrivateFiles extends NodeFS {
  override init(database: PGlite, options: Options): ReturnType<NodeFS["init"]> {
    return super.init(database, { ...options, preRun: [...options.preRun ?? [], narrow] })
  }
}
