/**
 * `bun run pack`: compiles the packages that others can install, and writes each as a tarball into `dist/packages`, or
 * into another folder (`--to=…`). A tarball has JavaScript modules with their types, and runs without Bun. The client's
 * also has a CommonJS module.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"

const root = join(import.meta.dir, "..")
const { values: { to } } = parseArgs({ options: { to: { type: "string", default: join(root, "dist/packages") } } })

/** The packed packages, and their peer dependencies: a program must have only one copy of Effect. */
const packages = ["domain", "contract", "client"]
const peers = new Set(["effect"])

/** Packages with a CommonJS module, bundled from their one entry. */
const commonJs = new Set(["client"])

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly description: string
  readonly engines: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

const run = async (cwd: string, ...command: ReadonlyArray<string>): Promise<void> => {
  // Go's garbage collection is off: the compiler ends before it pays.
  const env = { ...process.env, GOGC: "off" }
  const child = Bun.spawn([...command], { cwd, env, stdin: "ignore", stdout: "pipe", stderr: "pipe" })
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if (await child.exited !== 0) throw new Error(`${command.join(" ")} failed: ${said.join("")}`)
}

const work = mkdtempSync(join(tmpdir(), "candor-pack-"))

/** Compiles all packages into `…/domain/src` and so on, by one checker: separate ones would each check Effect again. */
const compile = async (): Promise<void> => {
  const config = join(work, "tsconfig.json")
  await Bun.write(
    config,
    JSON.stringify({
      extends: join(root, "tsconfig.base.json"),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        rewriteRelativeImportExtensions: true,
        target: "ES2024",
        types: [],
        rootDir: join(root, "packages"),
        outDir: join(work, "out")
      },
      include: packages.map((name) => join(root, "packages", name, "src"))
    })
  )
  await run(
    root,
    process.execPath,
    join(root, "node_modules/typescript/bin/tsc"),
    "--project",
    config,
    "--singleThreaded"
  )
}

/**
 * Returns the paths after compilation: `./src/index.ts` becomes `./dist/index.js`, with types in `./dist/index.d.ts`.
 */
const compiled = (source: string, folder = "./dist/") => {
  const module = source.replace(/^\.\/src\//, folder).replace(/\.ts$/, "")
  return { types: `${module}.d.ts`, default: `${module}.js` }
}

/** The folder of a CommonJS module within a package. A manifest in it sets its module `type`. */
const commonJsFolder = "./dist/cjs/"

/**
 * Makes the CommonJS module of a package. It shares the type declarations of the ES modules; the manifest beside its
 * copy makes them CommonJS types.
 */
const addCommonJs = async (dist: string): Promise<void> => {
  const { outputs } = await Bun.build({ entrypoints: [join(dist, "index.js")], format: "cjs", target: "node" })
  const folder = join(dist, "cjs")
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".d.ts")) cpSync(join(dist, file), join(folder, file))
  }
  await Bun.write(join(folder, "index.js"), await outputs[0]!.text())
  await Bun.write(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`)
}

/**
 * Returns the manifest of the tarball. It requires our own packages in the same version, and libraries in the same
 * major version.
 */
const published = (manifest: Manifest, versions: ReadonlyMap<string, string>, hasCommonJs: boolean) => {
  const needed = Object.keys(manifest.dependencies ?? {})
  const own = needed.filter((name) => versions.has(name)).map((name) => [name, versions.get(name)])
  const brought = needed.filter((name) => peers.has(name)).map((name) => [name, `^${manifest.dependencies?.[name]}`])
  const unknown = needed.filter((name) => !versions.has(name) && !peers.has(name))
  if (unknown.length > 0)
    throw new Error(`${manifest.name} needs ${unknown.join(", ")}, which is neither packed nor a peer`)
  return {
    name: manifest.name,
    version: manifest.version,
    description: manifest.description,
    license: manifest.license,
    type: "module",
    sideEffects: false,
    engines: manifest.engines,
    files: ["dist"],
    publishConfig: { access: "public" },
    ...(hasCommonJs ? { main: `${commonJsFolder}index.js`, types: `${commonJsFolder}index.d.ts` } : {}),
    exports: Object.fromEntries(
      // Leaves out the entries for tests, which are not packed.
      Object.entries(manifest.exports).filter(([path]) => !path.startsWith("./testing/")).map((
        [path, source]
      ) => [
        path,
        hasCommonJs ? { import: compiled(source), require: compiled(source, commonJsFolder) } : compiled(source)
      ])
    ),
    ...(own.length === 0 ? {} : { dependencies: Object.fromEntries(own) }),
    ...(brought.length === 0 ? {} : { peerDependencies: Object.fromEntries(brought) })
  }
}

const pack = async (name: string, manifest: Manifest, versions: ReadonlyMap<string, string>): Promise<void> => {
  const folder = join(work, name)
  const source = join(root, "packages", name)
  cpSync(join(work, "out", name, "src"), join(folder, "dist"), { recursive: true })
  if (commonJs.has(name)) await addCommonJs(join(folder, "dist"))
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"))
  cpSync(join(source, "README.md"), join(folder, "README.md"))
  await Bun.write(
    join(folder, "package.json"),
    `${JSON.stringify(published(manifest, versions, commonJs.has(name)), null, 2)}\n`
  )
  await run(folder, process.execPath, "pm", "pack", "--ignore-scripts", "--destination", resolve(to))
  console.log(join(to, `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`))
}

try {
  const manifests = new Map(
    await Promise.all(
      packages.map(async (
        name
      ): Promise<[string, Manifest]> => [name, await Bun.file(join(root, "packages", name, "package.json")).json()])
    )
  )
  const versions = new Map([...manifests.values()].map(({ name, version }) => [name, version]))
  mkdirSync(to, { recursive: true })
  await compile()
  for (const [name, manifest] of manifests) await pack(name, manifest, versions)
} finally {
  rmSync(work, { recursive: true, force: true })
}
