/** Samples the resident memory of a process, on Linux. */
import { readFileSync } from "node:fs"

/** Milliseconds between two samples. */
const interval = 100

/** Returns the resident memory of a process in MiB; undefined if the process has ended or the system has no /proc. */
export const residentMemory = (pid: number): number | undefined => {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}

/** Samples every 100 ms until `stop`, which returns the largest sample in MiB (0 without a sample). */
export const samplePeak = (pid: number): { readonly stop: () => number } => {
  let peak = residentMemory(pid) ?? 0
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMemory(pid) ?? 0)
  }, interval)
  return {
    stop: () => {
      clearInterval(timer)
      return peak
    }
  }
}
