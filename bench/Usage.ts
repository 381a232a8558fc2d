/** The resource usage of processes, as the operating system (Linux) counts it. */
import { readdirSync, readFileSync } from "node:fs"

/** The kernel counts CPU time in hundredths of a second (USER_HZ, proc(5)). */
const tickMicros = 10_000

/** Returns the fields of /proc/<pid>/stat after the name, which may contain spaces; the first is the state. */
const stat = (pid: number): ReadonlyArray<string> => {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8")
  return text.slice(text.lastIndexOf(")") + 2).split(" ")
}

/** Returns the CPU time of a process in microseconds: user and system mode, all threads. */
export const cpuMicros = (pid: number): number => {
  const fields = stat(pid)
  return (Number(fields[11]) + Number(fields[12])) * tickMicros
}

/** Returns the CPU time of a process, its children, and the children that have ended, in microseconds. */
export const treeMicros = (pid: number): number => {
  const fields = stat(pid)
  const own = (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) * tickMicros
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((name) => childMicros(Number(name), pid))
    .reduce((sum, micros) => sum + micros, own)
}

/** Returns the CPU time of a process if it is a child of the other; 0 if it is not, or has just ended. */
const childMicros = (child: number, parent: number): number => {
  try {
    return Number(stat(child)[1]) === parent ? cpuMicros(child) : 0
  } catch {
    return 0
  }
}

/** Returns the resident memory of the largest among a process and its children, in bytes. */
export const residentBytes = (pid: number): number => Math.max(...[pid, ...childrenOf(pid)].map(residentOf))

const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024

const childrenOf = (pid: number): ReadonlyArray<number> =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number)
