/**
 * Runs `bun test` with these arguments. Shows only the failures, and a line for each completed file, such as `[37/412]
 * packages/sql/test/Jobs.test.ts 1.2 s`: Bun prints thousands of lines for passing tests, and does not say how many
 * follow. Repeats the failures at the end, where they are found even if a log is truncated.
 */
import { statSync } from "node:fs"
import { join, relative } from "node:path"

const args = process.argv.slice(2)

const ignored = args.filter((arg) => arg.startsWith("--path-ignore-patterns="))
  .map((arg) => new Bun.Glob(arg.slice(arg.indexOf("=") + 1)))

const inFolder = (folder: string): ReadonlyArray<string> =>
  [...new Bun.Glob("**/*.test.{ts,tsx}").scanSync({ cwd: folder })]
    .map((file) => join(folder, file))
    .filter((file) => !file.includes("node_modules"))

/** The number of files among the arguments: those that are paths. */
const count = args.filter((arg) => !arg.startsWith("-") && arg.includes("/"))
  .flatMap((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? inFolder(path) : [path])
  .map((path) => relative(".", path))
  .filter((path) => path.includes(".test."))
  .filter((path) => !ignored.some((glob) => glob.match(path)))
  .length

const child = Bun.spawn(
  [process.execPath, "test", "--only-failures", "--preload", "./packages/process/test/progress.ts", ...args],
  { stdin: "inherit", stdout: "inherit", stderr: "pipe" }
)

/** Bun prints the file's name before the output of its tests; a line of `ended` needs no such heading. */
const isHeading = (line: string): boolean => line === "" || /^\S+\.test\.tsx?:$/.test(line)

const isFailure = (line: string): boolean => /^\(fail\) |^✗ |^ {2}\^ this test|^# Unhandled error/.test(line)

const isError = (line: string): boolean => /^(\w*Error|error)\b.*: /.test(line)

/** Bun's own number of failures, ` 1 fail`: held back until the failed files have been repeated. */
let sum = ""
let ended = 0
let file = ""
let headings: ReadonlyArray<string> = []

/** The names of failed tests, and errors, which name their file: Bun prints them before or after the names. */
const failures: Array<string> = []
const errors: Array<string> = []
let left = 0

const keep = (line: string): void => {
  if (isFailure(line)) failures.push(`${file} ${line}`)
  if (isError(line)) left = 16
  if (isFailure(line) || /^\d+ \| /.test(line)) left = 0
  if (left > 0 && errors.length < 500) errors.push(isError(line) ? `  ${line}` : `    ${line}`)
  left -= 1
}

const show = (line: string): void => {
  if (/^ \d+ fail$/.test(line)) {
    sum = line
    return
  }
  if (isHeading(line)) {
    if (line === "") return
    headings = [line]
    file = line
    left = 0
    return
  }
  const end = /^ended (.*)/.exec(line)?.[1]
  if (end === undefined) keep(line)
  else left = 0
  console.error(end === undefined ? [...headings, line].join("\n") : `[${++ended}/${count}] ${end}`)
  headings = []
}

let rest = ""
for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n")
  rest = lines.pop()!
  for (const line of lines) show(line)
}
if (rest !== "") show(rest)
process.exitCode = await child.exited

/** The maximum number of files to repeat: more failures are no accident. */
const maxAgain = 3

/**
 * Runs the few failed files once more, alone, and returns whether they pass. A build machine asks for this
 * (TEST_AGAIN=true): otherwise one slow test of 13,000 would refuse a whole change. The first failures are reported all
 * the same.
 */
const passesAgain = async (): Promise<boolean> => {
  const files = [...new Set(failures.map((failure) => failure.slice(0, failure.indexOf(":"))))]
  if (process.env["TEST_AGAIN"] !== "true" || files.length === 0 || files.length > maxAgain) return false
  if (files.some((path) => statSync(path, { throwIfNoEntry: false })?.isFile() !== true)) return false
  const options = ["--only-failures", "--timeout", "300000", ...files]
  return await Bun.spawn([process.execPath, "test", ...options], { stdio: ["ignore", "inherit", "ignore"] }).exited ===
    0
}

const isAccident = await passesAgain()
if (isAccident) process.exitCode = 0
console.error(isAccident ? " 0 fail" : sum)
if (failures.length > 0) {
  const title = isAccident ? "Failed among the others, and passed alone:" : "Failed:"
  console.error(["", title, ...failures, ...errors, ""].join("\n"))
}
