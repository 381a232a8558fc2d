/** Processor time of processes, as Linux counts it (proc(5)). */
import { readFileSync } from "node:fs"

/** The fields after the name, which may hold anything; the first is the state. */
const fieldsOf = (pid: number): ReadonlyArray<string> =>
  readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ")

/** The kernel counts in hundredths of a second (getconf CLK_TCK). */
const secondsOf = (fields: ReadonlyArray<string>): number => fields.reduce((sum, ticks) => sum + Number(ticks), 0) / 100

/** Seconds of processor time that a process has used, without its children. */
export const processorSeconds = (pid: number): number => secondsOf(fieldsOf(pid).slice(11, 13))

export const parentOf = (pid: number): number => Number(fieldsOf(pid)[1])

export const childrenOf = (pid: number): ReadonlyArray<number> =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter((id) => id.trim() !== "").map(Number)

/** Returns 0 for a process that has just ended: its parent has its time. */
const secondsOfChild = (pid: number): number => {
  try {
    return treeSeconds(pid)
  } catch {
    return 0
  }
}

/** Seconds of processor time that a process and its children have used, those that have ended too. */
export const treeSeconds = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + secondsOfChild(child), secondsOf(fieldsOf(pid).slice(11, 15)))

/** Memory of a process and its children in MiB, each page that several share counted in parts (proc(5), Pss). */
export const treeMemory = (pid: number): number => {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]
    return childrenOf(pid).reduce((sum, child) => sum + treeMemory(child), Number(kilobytes) / 1024)
  } catch {
    // It has just ended.
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
 * Kills a process and its children at once, as a machine that ends would: a process that is stopped makes no others
 * meanwhile.
 */
export const killTree = (pid: number): void => {
  kill(pid, "SIGSTOP")
  for (const one of [...childrenOf(pid), pid]) kill(one, "SIGKILL")
}
