/** A fault, or two at a time, from its beginning to the recovery after it. */
import type { Random } from "../Random.ts"
import { becomesReady, type Service } from "../Service.ts"
import type { Fault } from "./Fault.ts"
import { type Violation, violation } from "./History.ts"
import type { Receiver } from "./Receiver.ts"
import { type Probed, recover, recoveryTime } from "./Recovery.ts"

interface EpisodeOptions {
  readonly random: Random
  readonly probed: ReadonlyArray<Probed>
  readonly worker: Service
  /** The receiver that accepts everything. */
  readonly steady: Receiver
  readonly broken: Array<Violation>
  readonly progress: (text: string) => void
}

/** A database that takes no writes is still read from. */
const readsGoOn = async ({ client, server }: Probed): Promise<ReadonlyArray<Violation>> => {
  const { failure, status } = await client.read({ method: "GET", path: "/candidates?limit=1" })
  return status === 200
    ? []
    : [violation("answers")(`${server.name} answers a read ${status ?? failure} while the database is read-only`)]
}

/**
 * Lets the faults happen, heals them, and returns the seconds until everything works again. What has not recovered after
 * 20 s is a broken promise, and is started anew, so that the history goes on.
 */
export const episode = async (kinds: ReadonlyArray<Fault>, options: EpisodeOptions): Promise<number> => {
  const { broken, probed, progress, random, steady, worker } = options
  const names = kinds.map(({ name }) => name).join(" and ")
  await Promise.all(kinds.map(async (fault) => {
    const lasts = random.integer(fault.lasts.least, fault.lasts.most)
    await Bun.sleep(random.integer(0, 500))
    await fault.begin()
    await Bun.sleep(lasts)
    // Beside another fault a read may fail for that one's sake.
    if (fault.readsGoOn && kinds.length === 1) broken.push(...(await Promise.all(probed.map(readsGoOn))).flat())
    await fault.heal()
  }))
  const services = [...probed.map(({ server }) => server), worker]
  for (const one of services.filter((service) => !service.isRunning())) {
    broken.push(violation("recovery")(`${one.name} ended by itself during ${names}`))
    one.start()
  }
  const { lacking, seconds } = await recover(probed, worker, steady)
  progress(`${names}: ${lacking.length === 0 ? `works again after ${seconds.toFixed(1)} s` : lacking.join(", ")}`)
  if (lacking.length === 0) return seconds
  broken.push(violation("recovery")(`${recoveryTime} s after ${names}: ${lacking.join(", ")}`))
  for (const one of services) {
    await one.stop("SIGKILL")
    one.start()
  }
  await Promise.all(services.map((one) => becomesReady(one, 30)))
  return seconds
}
