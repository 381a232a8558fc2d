/** The files of PGlite on the disk, which their owner alone can read. */
import type { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"

type Options = Parameters<NodeFS["init"]>[1]

/** The part of the file system of Emscripten that is used here; PGlite does not bring its types. */
interface Module {
  readonly FS: {
    chmod: (path: unknown, mode: number, dontFollow?: boolean) => void
    fchmod: (file: number, mode: number) => void
  }
}

/** No permission for the group and for others. */
const owner = ~0o077

/** PGlite sets the mode of each file that it makes, most often to 0666; these keep the owner's part of it. */
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
