/**
 * Reports the CPU seconds of each test file: to load, to run, and in its child processes. Preloaded by `bun run
 * test:processor`; uses Linux's process statistics. A database server is not counted.
 */
import { afterAll, beforeAll } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { relative } from "node:path"

/** Returns the fields of proc_pid_stat(5) from the third on; empty for a process that has ended meanwhile. */
const fieldsOf = (pid: string): ReadonlyArray<number> => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ").map(Number)
  } catch {
    return []
  }
}

/** `utime` and `stime`, and those of ended children, in hundredths of a second. */
const timesOf = (fields: ReadonlyArray<number>) => {
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15)
  return { own: user + system, children: childrenUser + childrenSystem }
}

/** Returns the usage of this process, and of its child processes, such as a browser. */
const used = () => {
  const all = new Map(
    readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((pid) => [Number(pid), fieldsOf(pid)])
  )
  const isOurs = (pid: number): boolean => {
    const parent = all.get(pid)?.[1] ?? 0
    return parent === process.pid || parent > 1 && isOurs(parent)
  }
  const living = [...all.keys()].filter(isOurs).map((pid) => timesOf(all.get(pid)!)).reduce(
    (sum, one) => sum + one.own + one.children,
    0
  )
  const { children, own } = timesOf(fieldsOf("self"))
  return { own, children: children + living }
}

const seconds = (hundredths: number) => (hundredths / 100).toFixed(2).padStart(6)

/** The first file of a process also loads what all share. */
let before = { own: 0, children: 0 }
let loaded = before

beforeAll(() => {
  loaded = used()
})

afterAll(() => {
  const after = used()
  const parts = {
    load: loaded.own - before.own,
    run: after.own - loaded.own,
    children: after.children - before.children
  }
  const each = Object.entries(parts).map(([name, part]) => `${name} ${seconds(part)} s`).join(", ")
  const file = relative(process.cwd(), Bun.main)
  console.error(`processor ${seconds(parts.load + parts.run + parts.children)} s: ${each}  ${file}`)
  before = after
})
