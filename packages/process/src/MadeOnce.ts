/**
 * Folders that take seconds to make and depend only on source files, for tests and the console. They are cached in
 * `node_modules/.cache` as long as those sources stay the same.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync
} from "node:fs"
import { dirname, join, relative } from "node:path"

export const root = join(import.meta.dir, "../../..")
const cache = join(root, "node_modules/.cache/candor")

/** Milliseconds after its last use at which a folder is removed. */
const keptMillis = 3_600_000

/** Returns these files and all source files of the repository that they import, directly or indirectly. */
export const sources = (paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found = new Set<string>()
  const scanner = new Bun.Transpiler({ loader: "ts" })
  const add = (path: string): void => {
    if (found.has(path) || path.includes("/node_modules/")) return
    found.add(path)
    if (!/\.tsx?$/.test(path)) return
    const text = readFileSync(path, "utf8")
    // It imports files of its folder dynamically, such as migrations.
    if (/\(import\.meta\.dir\)/.test(text)) {
      for (const name of readdirSync(dirname(path))) add(join(dirname(path), name))
    }
    for (const one of scanner.scanImports(text)) {
      if (/^(\.|@candor\/)/.test(one.path)) add(Bun.resolveSync(one.path, dirname(path)))
    }
  }
  for (const path of paths) add(path)
  return [...found].toSorted()
}

/** Returns a hash of these files, of all that they import, and of the versions of the packages. */
export const version = (...paths: ReadonlyArray<string>): string => {
  const hash = new Bun.CryptoHasher("sha256")
  for (const path of [join(root, "bun.lock"), ...sources(paths)])
    hash.update(relative(root, path)).update(readFileSync(path))
  return hash.digest("hex").slice(0, 32)
}

const removeOld = (): void => {
  for (const path of readdirSync(cache).map((name) => join(cache, name))) {
    // Another process may have removed it.
    const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - used > keptMillis) rmSync(path, { recursive: true, force: true })
  }
}

/**
 * Returns the folder of this name. If it does not exist, `make` fills a new one, which appears only when it is
 * complete.
 */
export const madeOnce = async (name: string, make: (folder: string) => Promise<void>): Promise<string> => {
  const path = join(cache, name)
  if (existsSync(path)) {
    utimesSync(path, new Date(), new Date())
    return path
  }
  mkdirSync(cache, { recursive: true })
  removeOld()
  const making = mkdtempSync(join(cache, "making-"))
  await make(making)
  try {
    renameSync(making, path)
  } catch (error) {
    // Another process has made the same folder in the meantime.
    if (!existsSync(path)) throw error
    rmSync(making, { recursive: true })
  }
  return path
}
