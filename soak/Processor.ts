/** The CPU time of processes, as Linux counts it (proc(5)). */
import { readFileSync } from "node:fs"

/** Returns the fields after the name, which may contain any character; the first is the state. */
const fieldsOf = (pid: number): ReadonlyArray<string> =>
  readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ")

/** The kernel counts in hundredths of a second (getconf CLK_TCK). */
const secondsOf = (fields: ReadonlyArray<string>): number => fields.reduce((sum, ticks) => sum + Number(ticks), 0) / 100

/** Returns the CPU time of a process in seconds, without its children. */
export const processorSeconds = (pid: number): number => secondsOf(fieldsOf(pid).slice(11, 13))

export const parentOf = (pid: number): number => Number(fieldsOf(pid)[1])

export const childrenOf = (pid: number): ReadonlyArray<number> =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter((id) => id.trim() !== "").map(Number)

/** Returns 0 for a process that has just ended: its parent's time then includes it. */
const secondsOfChild = (pid: number): number => {
  try {
    return treeSeconds(pid)
  } catch {
    return 0
  }
}

/** Returns the CPU time of a process and its children in seconds, including children that have ended. */
export const treeSeconds = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + secondsOfChild(child), secondsOf(fieldsOf(pid).slice(11, 15)))

/**
 * Returns the memory of a process and its children in MiB; each shared page is divided among its users (proc(5), Pss).
 */
export const treeMemory = (pid: number): number => {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]
    return childrenOf(pid).reduce((sum, child) => sum + treeMemory(child), Number(kilobytes) / 1024)
  } catch {
    // The process has just ended.
    return 0
  }
}

const kill = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error
  }
}

/**
 * Kills a process and its children at once, like a power failure. It is stopped first, so that it cannot start others
 * meanwhile.
 */
export const killTree = (pid: number): void => {
  kill(pid, "SIGSTOP")
  for (const one of [...childrenOf(pid), pid]) kill(one, "SIGKILL")
}
