/**
 * Runs `bun test` with these arguments, and shows the failures and a line for each file that has ended, such as
 * `[37/412] packages/sql/test/Jobs.test.ts 1.2 s`: Bun has thousands of lines for the tests that pass, and does not say how many follow.
 */
import { statSync } from "node:fs"
import { join, relative } from "node:path"

const args = process.argv.slice(2)

const ignored = args.filter((arg) => arg.startsWith("--path-ignore-patterns=")).map((arg) => new Bun.Glob(arg.slice(arg.indexOf("=") + 1)))

const inFolder = (folder: string): ReadonlyArray<string> =>
  [...new Bun.Glob("**/*.test.{ts,tsx}").scanSync({ cwd: folder })].map((file) => join(folder, file)).filter((file) => !file.includes("node_modules"))

/** How many files the arguments name that begin with a dot. */
const count = args.filter((arg) => arg.startsWith("."))
  .flatMap((path) => statSync(path).isDirectory() ? inFolder(path) : [path])
  .map((path) => relative(".", path))
  .filter((path) => !ignored.some((glob) => glob.match(path)))
  .length

const child = Bun.spawn([process.execPath, "test", "--only-failures", "--preload", "./packages/process/test/progress.ts", ...args], {
  stdin: "inherit",
  stdout: "inherit",
  stderr: "pipe"
})

/** Bun names the file before what its tests say; `ended` alone needs no such heading. */
const isHeading = (line: string): boolean => line === "" || /^\S+\.test\.tsx?:$/.test(line)

let ended = 0
let headings: ReadonlyArray<string> = []
let rest = ""

const show = (line: string): void => {
  if (isHeading(line)) {
    headings = line === "" ? headings : [line]
    return
  }
  const end = /^ended (.*)/.exec(line)?.[1]
  console.error(end === undefined ? [...headings, line].join("\n") : `[${++ended}/${count}] ${end}`)
  headings = []
}

for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n")
  rest = lines.pop()!
  for (const line of lines) show(line)
}
if (rest !== "") show(rest)
process.exitCode = await child.exited
