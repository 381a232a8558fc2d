/**
 * Says of each test file the seconds of a processor that it takes: to load, to run, and in the processes that it starts and
 * waits for. Preloaded by `bun run test:processor`; reads what Linux tells of a process. A database server is not counted.
 */
import { afterAll, beforeAll } from "bun:test"
import { readFileSync } from "node:fs"
import { relative } from "node:path"

/** Of this process, in hundredths of a second: `utime`, `stime`, `cutime` and `cstime` of proc_pid_stat(5). */
const used = () => {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)!.split(" ").slice(11, 15).map(Number)
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields
  return { own: user + system, children: childrenUser + childrenSystem }
}

const seconds = (hundredths: number) => (hundredths / 100).toFixed(2).padStart(6)

/** The first file of a process loads what all share. */
let before = { own: 0, children: 0 }
let loaded = before

beforeAll(() => {
  loaded = used()
})

afterAll(() => {
  const after = used()
  const parts = { load: loaded.own - before.own, run: after.own - loaded.own, children: after.children - before.children }
  const each = Object.entries(parts).map(([name, part]) => `${name} ${seconds(part)} s`).join(", ")
  const file = relative(process.cwd(), Bun.main)
  console.error(`processor ${seconds(parts.load + parts.run + parts.children)} s: ${each}  ${file}`)
  before = after
})
