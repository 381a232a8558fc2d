/** Empty projects of strangers, in which packed packages are installed and used. */
import { type Outcome, start } from "@candor/process/testing/Processes"
import { readdirSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dir, "../../..")

/** What runs JavaScript here: always Bun, and Node where it is installed. */
export const runtimes: ReadonlyArray<readonly [name: string, path: string]> = [
  ...(Bun.which("node") === null ? [] : [["Node", Bun.which("node")!] as const]),
  ["Bun", process.execPath] as const
]

/** What installs packages: npm where it is installed, else Bun. */
const npm = Bun.which("npm")
export const installer = npm === null ? "Bun, because npm is not installed" : "npm"

/** The compiler ends before it would be worth while to collect its garbage. */
const succeed = async (command: ReadonlyArray<string>, cwd: string): Promise<Outcome> => {
  const outcome = await start(command, { cwd, env: { HOME: cwd, GOGC: "off" } }).ended
  if (outcome.code !== 0)
    throw new Error(`${command.join(" ")} ended with ${outcome.code}: ${outcome.stdout}${outcome.stderr}`)
  return outcome
}

/** Packs what can be installed, and returns the tarballs by the names of their packages' folders. */
export const pack = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  await succeed([process.execPath, join(root, "scripts/pack.ts"), `--to=${folder}`], root)
  return new Map(readdirSync(folder).map((file) => [/^candor-(\w+)-/.exec(file)?.[1] ?? file, join(folder, file)]))
}

/** The Effect of this repository, as a package that a stranger's project has: no registry is asked for it. */
export const effect = join(root, "packages/domain/node_modules/effect")

/**
 * `tsc --strict`. It checks the types of the packages too, unless it would check those of Effect with them for seconds.
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

/** An empty project, with these tarballs and folders installed without a network. */
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
    /** Runs a module, and returns what it wrote. */
    run: async (runtime: string, module: string): Promise<string> => (await succeed([runtime, module], folder)).stdout
  }
}

/**
 * The programs of a README, as one module: its blocks marked `ts run`, with the texts in place of those that it has.
 */
export const readme = async (name: string, replaced: Readonly<Record<string, string>>): Promise<string> => {
  const text = await Bun.file(join(root, "packages", name, "README.md")).text()
  const program = [...text.matchAll(/^```ts run\n([\s\S]*?)^```$/gm)].map(([, block]) => block).join("\n")
  return Object.entries(replaced).reduce((source, [from, to]) => source.replaceAll(from, to), program)
}
