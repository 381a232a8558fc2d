/** The project's programs as processes that can be killed. */
import { join } from "node:path"

const root = join(import.meta.dir, "..")

export type Environment = Readonly<Record<string, string>>

/** Starts a program over what the environment names. Only its errors are heard. */
export const start = (main: string, env: Environment): Bun.Subprocess =>
  Bun.spawn([process.execPath, join(root, main)], {
    env: { PATH: process.env["PATH"] ?? "", LOG_LEVEL: "Fatal", ...env },
    stdout: "ignore",
    stderr: "inherit"
  })

/** What a command of the command line prints as JSON. */
export const candor = async <Result>(env: Environment, ...args: ReadonlyArray<string>): Promise<Result> => {
  const child = Bun.spawn([process.execPath, join(root, "apps/cli/src/main.ts"), ...args, "--json"], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdout: "pipe",
    stderr: "inherit"
  })
  return await new Response(child.stdout).json() as Result
}

/** A port of this machine that nobody listens on. */
export const freePort = async (): Promise<number> => {
  const probe = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() })
  const port = probe.port!
  await probe.stop(true)
  return port
}
