/**
 * Folders that take seconds to make, and that depend on sources alone: what tests need, and the console. They are kept
 * in
 * `node_modules/.cache` for as long as those sources stay as they are.
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

/** Folders are removed so long after their last use, in milliseconds. */
const keptMillis = 3_600_000

/** These files and every source file of the repository that they import, also by way of others. */
export const sources = (paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found = new Set<string>()
  const scanner = new Bun.Transpiler({ loader: "ts" })
  const add = (path: string): void => {
    if (found.has(path) || path.includes("/node_modules/")) return
    found.add(path)
    if (!/\.tsx?$/.test(path)) return
    const text = readFileSync(path, "utf8")
    // It imports what its folder has, such as the migrations.
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

/** The hash of these files, of all that they import, and of the versions of the packages. */
export const version = (...paths: ReadonlyArray<string>): string => {
  const hash = new Bun.CryptoHasher("sha256")
  for (const path of [join(root, "bun.lock"), ...sources(paths)])
    hash.update(relative(root, path)).update(readFileSync(path))
  return hash.digest("hex").slice(0, 32)
}

const removeOld = (): void => {
  for (const path of readdirSync(cache).map((name) => join(cache, name))) {
    if (Date.now() - statSync(path).mtimeMs > keptMillis) rmSync(path, { recursive: true, force: true })
  }
}

/** Returns the folder of this name. Where it is not there yet, `make` fills a new one, of which nobody sees a part. */
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
    // Another process made the same meanwhile.
    if (!existsSync(path)) throw error
    rmSync(making, { recursive: true })
  }
  return path
}
