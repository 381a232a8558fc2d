/** What both sides of the bench have in common: a database of their own, and the format of figures. */
import { SQL } from "bun"

export const jobs = 10_000
export const workers = 2
/** Jobs at a time, for each worker. */
export const concurrency = 25
/** Requests that put jobs into the queue at a time. */
export const writers = 20

/** Runs `use` with the address of a new database on the server at `BENCH_DATABASE_URL`, and drops it. */
export const withDatabase = async (use: (url: string) => Promise<void>): Promise<void> => {
  const server = process.env["BENCH_DATABASE_URL"]
  if (server === undefined) throw new Error("Set BENCH_DATABASE_URL to a server on which databases may be made")
  const name = `candor_bench_${crypto.randomUUID().replaceAll("-", "")}`
  const administrator = new SQL(server, { max: 1 })
  await administrator.unsafe(`CREATE DATABASE ${name}`)
  try {
    const url = new URL(server)
    url.pathname = `/${name}`
    await use(url.href)
  } finally {
    await administrator.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)
    await administrator.close()
  }
}

/** Calls `one` for every job, so many at a time. */
export const enqueueAll = async (one: (n: number) => Promise<unknown>, count = jobs): Promise<void> => {
  let next = 0
  const writer = async () => {
    while (next < count) await one(next++)
  }
  await Promise.all(Array.from({ length: writers }, writer))
}

/** Tells the time and the CPU time of this process that a step took, and its jobs a second. */
export const measured = async (name: string, step: () => Promise<unknown>, count = jobs): Promise<void> => {
  const cpu = process.cpuUsage()
  const started = performance.now()
  await step()
  const seconds = (performance.now() - started) / 1000
  const used = process.cpuUsage(cpu)
  const cpuSeconds = (used.user + used.system) / 1_000_000
  console.log(
    `${name.padEnd(36)} ${seconds.toFixed(2).padStart(6)} s ${Math.round(count / seconds).toString().padStart(6)} jobs/s` +
      ` ${cpuSeconds.toFixed(2).padStart(6)} s CPU`
  )
}

/** Counts jobs that were done, and ends when all were; it says if one was done twice. */
export const tally = (count = jobs) => {
  const done = new Set<number>()
  const all = Promise.withResolvers<void>()
  return {
    all: all.promise,
    did: (n: number) => {
      if (done.has(n)) all.reject(new Error(`The job ${n} was done twice`))
      done.add(n)
      if (done.size === count) all.resolve()
    }
  }
}
