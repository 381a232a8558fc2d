/** Reads the files of the repository that the rules check. */
import { join } from "node:path"
import type { SourceFile } from "./Rule.ts"

const root = join(import.meta.dir, "../..")

const patterns = [
  "package.json",
  "{packages,apps,bench,rules,scripts,soak}/**/{package.json,*.ts,*.tsx}",
  "{*,docs/**/*}.md"
]

/** Every source file and manifest of the repository, sorted by path. */
export const read = async (): Promise<ReadonlyArray<SourceFile>> => {
  const paths = patterns.flatMap((pattern) => Array.from(new Bun.Glob(pattern).scanSync({ cwd: root })))
  const own = paths.filter((path) => !path.includes("node_modules/")).toSorted()
  return Promise.all(own.map(async (path) => ({ path, text: await Bun.file(join(root, path)).text() })))
}
