/**
 * Builds the console into a folder, and prints the folder's path. With `--to=…` it builds there. Else it builds into
 * `node_modules/.cache/candor`, unless the console of these sources is there already.
 */
import { madeOnce, root } from "@candor/process/MadeOnce"
import { readdirSync, readFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { parseArgs } from "node:util"
import type { Plugin } from "vite"

const { values: { to } } = parseArgs({ options: { to: { type: "string" } } })

/** Puts the values of a file that is made of the declarations of nouns in its place. */
const made: Plugin = {
  name: "made",
  load: async (path) => {
    if (!path.endsWith(".made.ts")) return null
    const values: object = await import(path)
    return Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`).join("\n")
  }
}

const build = async (folder: string): Promise<void> => {
  // React's own switch between the build for users and the one for developers.
  process.env["NODE_ENV"] = "production"
  // Loaded only when there is something to build.
  const vite = await import("vite")
  await vite.build({
    root: import.meta.dir,
    plugins: [made],
    base: "/console/",
    configFile: false,
    logLevel: "warn",
    mode: "production",
    build: {
      outDir: folder,
      // A browser and a server that have the page of an earlier build may ask for its files yet.
      emptyOutDir: false,
      // The policy of the page refuses data: URLs of scripts and styles.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // pdf.js is larger, and is loaded where there is a PDF to show.
      chunkSizeWarningLimit: 2000,
      reportCompressedSize: false,
      rolldownOptions: {
        // What several parts need is one file, so that a first load takes few requests.
        output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] } },
        // “use client” in libraries is for renderers on a server.
        onLog: (level, log, handle) => {
          if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log)
        }
      },
      target: "es2023"
    }
  })
}

/** The hash of everything that the built files are made of. */
const version = (): string => {
  const hash = new Bun.CryptoHasher("sha256")
  const packages = ["client", "domain"].map((name) => join(root, "packages", name, "src"))
  const sources = [join(import.meta.dir, "src"), ...packages]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).toSorted()
  const others = ["index.html", "build.ts"].map((name) => join(import.meta.dir, name))
  for (const path of [...sources, ...others, join(root, "bun.lock")]) {
    hash.update(relative(root, path)).update("\0").update(readFileSync(path)).update("\0")
  }
  return hash.digest("hex").slice(0, 32)
}

if (to !== undefined) await build(resolve(to))
console.log(to ?? await madeOnce(`console-${version()}`, build))
