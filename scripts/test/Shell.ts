/** A shell in which tests run the commands of a page. */
import type { processes } from "@candor/process/testing/Processes"
import { program } from "@candor/process/testing/Programs"
import { expect } from "bun:test"
import { chmodSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import * as Tour from "./Tour.ts"

export interface Shell {
  readonly env: Readonly<Record<string, string>>
  /** Replacements: the page's text, and the text for the shell. */
  readonly replace: Readonly<Record<string, string>>
}

/**
 * Makes a folder for the PATH. Its `bun` runs the built programs for `bun start` and `bun run candor`; on a machine
 * without curl it has a substitute that does as much as the tours need.
 */
export const commands = async (folder: string): Promise<string> => {
  const bin = join(folder, "bin")
  mkdirSync(bin)
  const script = async (name: string, text: string) => {
    await Bun.write(join(bin, name), `#!/bin/sh\n${text}`)
    chmodSync(join(bin, name), 0o755)
  }
  await script(
    "bun",
    [
      `bun="${process.execPath}"`,
      `case "$1 $2" in`,
      `  "start ") exec "$bun" "${await program("api")}" ;;`,
      `  "run candor") shift 2; exec "$bun" "${await program("candor")}" "$@" ;;`,
      `  *) exec "$bun" "$@" ;;`,
      `esac\n`
    ].join("\n")
  )
  if (Bun.which("curl") === null)
    await script("curl", `exec "${process.execPath}" "${join(import.meta.dir, "curl.ts")}" "$@"\n`)
  return `${bin}:${process.env["PATH"]}`
}

/** Returns the text of a page with the shell's replacements. */
export const typed = (text: string, { replace }: Shell): string =>
  Object.entries(replace).reduce((typed, [here, there]) => typed.replaceAll(here, there), text)

/** Runs the steps of a tour one by one, and returns those with another answer than the page promises. */
export const follow = async (
  steps: ReadonlyArray<Tour.Step>,
  shell: Shell,
  { folder, start }: ReturnType<typeof processes>
) => {
  const separator = "--- next step ---"
  const script = typed(steps.map((step) => `${step.commands}echo '${separator}'`).join("\n"), shell)
  const { code, stderr, stdout } = await start(["sh", "-eu", "-c", script], {
    cwd: folder,
    env: shell.env,
    group: true
  }).ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const outputs = stdout.split(`${separator}\n`)
  return steps
    .map((step, index) => ({ ...step, answer: outputs[index] ?? "" }))
    .filter(({ answer, promised }) => promised !== undefined && !Tour.keeps(typed(promised, shell), answer))
}
