/** Runs the built programs of the project as processes that can be killed. */
import { program } from "@candor/process/testing/Programs"

export type Environment = Readonly<Record<string, string>>

/** Returns the variables that programs inherit: the PATH, and Bun's JIT options, which tests lower. */
export const inherited = (): Environment =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && (name === "PATH" || name.startsWith("BUN_JSC_")) ? [[name, value] as const] : []
    )
  )

/** Runs a command of `candor`, and returns its JSON. */
export const candor = async <Result>(env: Environment, ...args: ReadonlyArray<string>): Promise<Result> => {
  const child = Bun.spawn([process.execPath, await program("candor"), ...args, "--json"], {
    env: { ...inherited(), ...env },
    stdout: "pipe",
    stderr: "inherit"
  })
  return await new Response(child.stdout).json() as Result
}
