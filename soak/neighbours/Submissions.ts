/**
 * People from 500 addresses apply for one job of a careers site, each with a file of 200 kB. Nobody is refused because
 * of load.
 */
import type { SQL } from "bun"
import { parentOf, processorSeconds, treeSeconds } from "../Processor.ts"
import type { Judged } from "./Figures.ts"
import { begin, type Tally } from "./Misbehaving.ts"
import { type Misbehaviour, send, summaryOf } from "./Misbehaviour.ts"

const [addresses, size] = [500, 200_000]

/** Seconds of submissions for which the quarantine has room. */
const seconds = 60

/** Returns the process id of the PostgreSQL server, if it runs on this machine. */
const serverOf = async (sql: SQL): Promise<number | undefined> => {
  const [{ pid }] = await sql`SELECT pg_backend_pid() AS pid`
  try {
    return parentOf(pid)
  } catch {
    return undefined
  }
}

interface Job {
  readonly status: string
  readonly public_slug: string
}

const judge = (tally: Tally): Judged => {
  const refused = Object.entries(tally).filter(([name]) => /^(?:answers (?!202)|unanswered)/.test(name))
  const isKept = refused.length === 0
  return {
    guarantee: "no refusal",
    isKept,
    says: isKept ? "nobody who applies is refused" : summaryOf(Object.fromEntries(refused))
  }
}

export const submissions = (perSecond: number): Misbehaviour => ({
  name: `${perSecond} submissions a second`,
  notEmbedded: "each has two transactions, and the embedded database runs one statement at a time",
  prepare: async ({ careers, misbehaving, services, sql }) => {
    const { board } = await send<{ board: { slug: string } }>(misbehaving, "PATCH", "/organization/board", {
      is_open: true
    }, 200)
    const { jobs } = await send<{ jobs: ReadonlyArray<Job> }>(misbehaving, "GET", "/jobs?limit=100", undefined, 200)
    const job = jobs.find(({ status }) => status === "published")!
    const url = `${careers.base_url}/boards/${board.slug}/jobs/${job.public_slug}/applications`
    const postmaster = await serverOf(sql!)
    const ofServers = () => services.reduce((sum, one) => sum + processorSeconds(one.pid()), 0)
    const used = () => [ofServers(), postmaster === undefined ? Number.NaN : treeSeconds(postmaster)] as const
    let ended: Promise<Tally> | undefined
    let end = async (): Promise<Tally> => ({})
    return {
      notes: [],
      seconds,
      begin: async () => {
        const [server, database] = used()
        const client = await begin([{ kind: "apply", url, perSecond, addresses, size }])
        end = () =>
          ended ??= client.end().then((tally) => {
            const [serverNow, databaseNow] = used()
            const each = (seconds: number) => Math.round(seconds * 1e6 / (tally["answers 202"] ?? 0))
            return {
              ...tally,
              "µs of the processor each for the server": each(serverNow - server),
              "µs for the database": each(databaseNow - database)
            }
          })
        return { isDone: () => true, end: async () => summaryOf(await end()) }
      },
      judge: async () => [judge(await end())],
      clear: async () => void await sql!`DELETE FROM submissions`,
      afterwards: [{ method: "GET", path: "/quarantine", status: 200 }]
    }
  }
})
