/**
 * Makes of each program a file in `dist`, or in another folder (`--to=…`), and a folder of the same name beside it, with what
 * that file imports, at once or when it needs it. So a program starts sooner and takes less memory than by its modules one
 * by one. Other programs that are named are built like them. A process that runs on what was built before has to be
 * started anew.
 */
import { existsSync, readdirSync, rmSync } from "node:fs"
import { basename, join, parse } from "node:path"
import { parseArgs } from "node:util"

const { positionals, values: { to: dist } } = parseArgs({
  allowPositionals: true,
  options: { to: { type: "string", default: join(import.meta.dir, "dist") } }
})
/** The server, the worker, the command line as `candor`, and the process that servers and workers read texts of files with. */
const programs = [
  { name: "api", program: "apps/api/src/main.ts" },
  { name: "worker", program: "apps/worker/src/main.ts" },
  { name: "candor", program: "apps/cli/src/main.ts" },
  { name: "textreader", program: "packages/background/src/attachment/textreader/main.ts" }
]
const others = positionals.map((program) => ({ name: parse(program).name, program }))

for (const { name, program } of [...programs, ...others]) {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, program)],
    naming: { entry: `${name}.[ext]`, chunk: `${name}/[name]-[hash].[ext]`, asset: `${name}/[name]-[hash].[ext]` },
    splitting: true,
    target: "bun",
    // It brings files of its own, and only a process without a server loads it.
    external: ["@electric-sql/pglite"]
  })
  // What a file imports is there before it, and nothing is taken away before its successor is there. Names in the folder
  // change with what is in them.
  const written = outputs.toSorted((one, other) => Number(one.kind === "entry-point") - Number(other.kind === "entry-point"))
  for (const file of written) {
    const path = join(dist, file.path)
    // The reference pages name a source map that does not exist, and that Bun would look for.
    await Bun.write(path, file.kind === "asset" ? file : (await file.text()).replaceAll("//# sourceMappingURL=", "//# "))
    console.log(path)
  }
  const made = new Set(written.map(({ path }) => basename(path)))
  const folder = join(dist, name)
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    if (!made.has(file)) rmSync(join(folder, file))
  }
}
