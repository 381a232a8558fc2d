/** Child processes and folders that are removed when this process ends, unless it is killed. */
import { rmSync } from "node:fs"

const running = new Set<Bun.Subprocess>()
const folders = new Set<string>()

process.on("exit", () => {
  for (const child of running) child.kill("SIGQUIT")
  // A process that was just killed may still be writing.
  if (running.size > 0) Bun.sleepSync(500)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
process.on("SIGHUP", () => process.exit(129))
process.on("SIGINT", () => process.exit(130))
process.on("SIGQUIT", () => process.exit(131))
process.on("SIGTERM", () => process.exit(143))

/** Ends a process together with this one. */
export const child = <Child extends Bun.Subprocess>(process: Child): Child => {
  running.add(process)
  void process.exited.then(() => running.delete(process))
  return process
}

/** Removes a folder when this process ends. */
export const temporary = (folder: string): string => {
  folders.add(folder)
  return folder
}

/** Sends a signal to a process, and waits until it has ended. */
export const stop = async (process: Bun.Subprocess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> => {
  process.kill(signal)
  await process.exited
}

/** Returns the output of a program; fails if the program does. */
export const output = async (
  command: ReadonlyArray<string>,
  options: { readonly stdin?: string; readonly env?: Record<string, string> } = {}
): Promise<string> => {
  const started = child(Bun.spawn([...command], {
    stdin: new Blob([options.stdin ?? ""]),
    stdout: "pipe",
    stderr: "pipe",
    env: { PATH: process.env["PATH"] ?? "", ...options.env }
  }))
  const [text, errors] = await Promise.all([new Response(started.stdout).text(), new Response(started.stderr).text()])
  if (await started.exited !== 0) throw new Error(`${command.join(" ").slice(0, 200)} failed: ${errors}${text}`)
  return text
}

/** Reports progress on stderr. */
export const progress = (text: string): void => console.error(text)
