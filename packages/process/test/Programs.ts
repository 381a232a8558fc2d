/** The programs as `bun run build` makes them: they start in half the time of their separate modules. */
import { cpSync } from "node:fs"
import { basename, join } from "node:path"
import { madeOnce, root, version } from "../src/MadeOnce.ts"

const mains = [
  "apps/api/src/main.ts",
  "apps/worker/src/main.ts",
  "apps/cli/src/main.ts",
  "packages/background/src/attachment/textreader/main.ts",
  "packages/background/src/calendar/reader/main.ts"
]

/** The scripts of `bun run build`, with which a test compares them. */
export const scripts = { programs: "scripts/build.ts", website: "apps/console/build.ts" } as const

/** Runs a build script. Returns its last line of output. */
const run = async (...script: ReadonlyArray<string>): Promise<string> => {
  const child = Bun.spawn([process.execPath, ...script], { cwd: root, stdout: "pipe", stderr: "pipe" })
  const [said, wrong] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if (await child.exited !== 0) throw new Error(`${script.join(" ")} failed: ${wrong}`)
  return said.trim().split("\n").at(-1)!
}

const build = async (folder: string): Promise<void> => {
  await run(scripts.programs, `--to=${folder}`)
}

let built: Promise<string> | undefined

/** Returns the folder of the programs, built from the present sources. */
const programs = (): Promise<string> =>
  built ??= madeOnce(
    `programs-${version(join(root, scripts.programs), ...mains.map((main) => join(root, main)))}`,
    build
  )

/** Returns the file of a program. */
export const program = async (name: "api" | "worker" | "candor"): Promise<string> =>
  join(await programs(), `${name}.js`)

let whole: Promise<string> | undefined

const makeWhole = async (): Promise<string> => {
  const [services, website] = await Promise.all([programs(), run(scripts.website)])
  return madeOnce(`distribution-${basename(services)}-${basename(website)}`, async (folder) => {
    cpSync(services, folder, { recursive: true })
    cpSync(website, join(folder, "console"), { recursive: true })
  })
}

/** Returns the folder with everything that `bun run build` makes: the programs, and the console beside them. */
export const distribution = (): Promise<string> => whole ??= makeWhole()
