/**
 * Bundles each program into a file in `dist`, or in another folder (`--to=…`), and a folder of the same name beside it
 * with the modules that the file imports, statically or on demand. A bundled program starts sooner and takes less
 * memory than its single modules. Files of earlier builds stay, because a running process may still load them. To get
 * rid of them, remove the folder while nothing runs from it.
 */
import { renameSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { pagesIn } from "../apps/api/src/public/ManualFolder.ts"
import { namesIn } from "../packages/sql/src/migrations/names.ts"

const root = join(import.meta.dir, "..")

const { values: { to: dist } } = parseArgs({
  options: { to: { type: "string", default: join(root, "dist") } }
})

/**
 * The server, the worker, the command line `candor`, and the programs with which servers and workers read calendars and
 * extract the text of files.
 */
const programs = [
  { name: "api", program: "apps/api/src/main.ts" },
  { name: "worker", program: "apps/worker/src/main.ts" },
  { name: "candor", program: "apps/cli/src/main.ts" },
  { name: "calendarreader", program: "packages/background/src/calendar/reader/main.ts" },
  { name: "textreader", program: "packages/background/src/attachment/textreader/main.ts" }
]

/** Bundles imports of the migrations, which sources read from their folder. */
const migrations: Bun.BunPlugin = {
  name: "migrations",
  setup: (build) => {
    build.onLoad({ filter: /[\\/]migrations[\\/]history\.ts$/ }, ({ path }) => {
      const names = namesIn(dirname(path))
      const imports = names.map((name) => `import _${name} from "./${name}.ts"`)
      const history = names.map((name) => `"${name}": _${name}`).join(", ")
      return { loader: "ts", contents: [...imports, `export const history = { ${history} }`].join("\n") }
    })
  }
}

/** Bundles the manual, which sources read from `docs`. */
const manual: Bun.BunPlugin = {
  name: "manual",
  setup: (build) => {
    build.onLoad({ filter: /[\\/]public[\\/]ManualPages\.ts$/ }, () => ({
      loader: "ts",
      contents: `export const pages = ${JSON.stringify(pagesIn(join(root, "docs")))}`
    }))
  }
}

for (const { name, program } of programs) {
  const { outputs } = await Bun.build({
    entrypoints: [join(root, program)],
    naming: { entry: `${name}.[ext]`, chunk: `${name}/[name]-[hash].[ext]`, asset: `${name}/[name]-[hash].[ext]` },
    plugins: [migrations, manual],
    splitting: true,
    target: "bun",
    // It has files of its own, and only a process without a database server loads it. PostgreSQL's programs are found
    // beside it.
    external: ["@electric-sql/pglite"]
  })
  // Writes a file after the files that it imports, and replaces it in one step, so that a process that starts meanwhile
  // finds only whole files. The names in the folder change with their content.
  const written = outputs.toSorted((one, other) =>
    Number(one.kind === "entry-point") - Number(other.kind === "entry-point")
  )
  for (const file of written) {
    const path = join(dist, file.path)
    await Bun.write(`${path}.new`, file)
    renameSync(`${path}.new`, path)
    console.log(path)
  }
}
