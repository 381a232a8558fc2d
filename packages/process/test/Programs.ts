/** The programs as `bun run build` makes them: they start in half the time that their hundreds of modules take. */
import { join } from "node:path"
import { madeOnce, root, version } from "../src/MadeOnce.ts"

const mains = [
  "apps/api/src/main.ts",
  "apps/worker/src/main.ts",
  "apps/cli/src/main.ts",
  "packages/background/src/attachment/textreader/main.ts"
]

const build = async (folder: string): Promise<void> => {
  const child = Bun.spawn([process.execPath, "build.ts", `--to=${folder}`], { cwd: root, stdout: "ignore", stderr: "pipe" })
  const said = await new Response(child.stderr).text()
  if (await child.exited !== 0) throw new Error(`The programs cannot be built: ${said}`)
}

let built: Promise<string> | undefined

/** The file of a program, built of the sources as they are. */
export const program = async (name: "api" | "worker" | "candor"): Promise<string> => {
  built ??= madeOnce(`programs-${version(join(root, "build.ts"), ...mains.map((main) => join(root, main)))}`, build)
  return join(await built, `${name}.js`)
}
