/** Empty projects of other developers, in which packed packages are installed and used. */
import { type Outcome, start } from "@candor/process/testing/Processes"
import { readdirSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dir, "../../..")

/** The JavaScript runtimes on this machine: always Bun, and Node if it is installed. */
export const runtimes: ReadonlyArray<readonly [name: string, path: string]> = [
  ...(Bun.which("node") === null ? [] : [["Node", Bun.which("node")!] as const]),
  ["Bun", process.execPath] as const
]

/** The package manager: npm if it is installed, else Bun. */
const npm = Bun.which("npm")
export const installer = npm === null ? "Bun, because npm is not installed" : "npm"

/** Go's garbage collection is off: the compiler ends before it pays. */
const succeed = async (command: ReadonlyArray<string>, cwd: string): Promise<Outcome> => {
  const outcome = await start(command, { cwd, env: { HOME: cwd, GOGC: "off" } }).ended
  if (outcome.code !== 0)
    throw new Error(`${command.join(" ")} ended with ${outcome.code}: ${outcome.stdout}${outcome.stderr}`)
  return outcome
}

/** Packs all packages that can be installed, and returns the tarballs by the names of their packages' folders. */
export const pack = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  await succeed([process.execPath, join(root, "scripts/pack.ts"), `--to=${folder}`], root)
  return new Map(readdirSync(folder).map((file) => [/^candor-(\w+)-/.exec(file)?.[1] ?? file, join(folder, file)]))
}

/** The Effect of this repository, as a package for such a project, so that no registry is needed. */
export const effect = join(root, "packages/domain/node_modules/effect")

/**
 * The options of `tsc --strict`. Also checks the types of the packages, except if that would include Effect's, which
 * takes seconds.
 */
const compilerOptions = (packages: ReadonlyArray<string>) => ({
  strict: true,
  skipLibCheck: packages.includes(effect),
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: "ES2024",
  lib: ["ES2024", "DOM", "DOM.Iterable"],
  module: "NodeNext",
  types: []
})

/** Makes an empty project, with these tarballs and folders installed without a network. */
export const project = async (folder: string, packages: ReadonlyArray<string>) => {
  await Bun.write(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const install = npm === null ? [process.execPath, "add"] : [npm, "install", "--offline", "--no-audit", "--no-fund"]
  await succeed([...install, ...packages], folder)
  return {
    folder,
    /** Writes TypeScript files, and compiles them with `tsc --strict`. */
    compile: async (sources: Readonly<Record<string, string>>): Promise<void> => {
      for (const [name, text] of Object.entries(sources)) await Bun.write(join(folder, name), text)
      await Bun.write(
        join(folder, "tsconfig.json"),
        JSON.stringify({ compilerOptions: compilerOptions(packages), files: Object.keys(sources) })
      )
      await succeed([
        process.execPath,
        join(root, "node_modules/typescript/bin/tsc"),
        "--project",
        ".",
        "--singleThreaded"
      ], folder)
    },
    /** Runs a module, and returns its output. */
    run: async (runtime: string, module: string): Promise<string> => (await succeed([runtime, module], folder)).stdout
  }
}

/** Returns the programs of a README as one module: its blocks marked `ts run`, with some texts replaced. */
export const readme = async (name: string, replaced: Readonly<Record<string, string>>): Promise<string> => {
  const text = await Bun.file(join(root, "packages", name, "README.md")).text()
  const program = [...text.matchAll(/^```ts run\n([\s\S]*?)^```$/gm)].map(([, block]) => block).join("\n")
  return Object.entries(replaced).reduce((source, [from, to]) => source.replaceAll(from, to), program)
}
