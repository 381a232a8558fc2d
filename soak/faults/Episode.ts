/** Runs a fault, or two at once, from the beginning to the recovery. */
import type { Random } from "../Random.ts"
import { becomesReady, type Service } from "../Service.ts"
import type { Fault } from "./Fault.ts"
import type { Broken } from "./History.ts"
import type { Receiver } from "./Receiver.ts"
import { type Probed, recover, recoveryTime } from "./Recovery.ts"

interface EpisodeOptions {
  readonly random: Random
  readonly probed: ReadonlyArray<Probed>
  readonly worker: Service
  /** The receiver that never refuses a message. */
  readonly steady: Receiver
  readonly broken: Broken
  readonly progress: (text: string) => void
}

/** A database that accepts no writes still answers reads. */
const judgeReads = async ({ client, server }: Probed, broken: Broken): Promise<void> => {
  const { failure, status } = await client.read({ method: "GET", path: "/candidates?limit=1" })
  if (status !== 200) broken.add("answers", `${server.name} answers a read ${status ?? failure}`)
}

/**
 * Runs the faults, ends them, and returns the seconds until everything works again. What has not recovered after 20 s
 * is a violation, and is restarted so that the history continues.
 */
export const episode = async (kinds: ReadonlyArray<Fault>, options: EpisodeOptions): Promise<number> => {
  const { broken, probed, progress, random, steady, worker } = options
  const names = kinds.map(({ name }) => name).join(" and ")
  broken.during(names)
  await Promise.all(kinds.map(async (fault) => {
    const lasts = random.integer(fault.lasts.min, fault.lasts.max)
    await Bun.sleep(random.integer(0, 500))
    await fault.begin()
    await Bun.sleep(lasts)
    // A simultaneous fault of a server may also make a read fail.
    const alone = kinds.every((other) => other === fault || other.name.endsWith("worker"))
    if (fault.readsGoOn && alone) await Promise.all(probed.map((one) => judgeReads(one, broken)))
    await fault.heal()
  }))
  const services = [...probed.map(({ server }) => server), worker]
  for (const one of services.filter((service) => !service.isRunning())) {
    broken.add("recovery", `${one.name} ended by itself`)
    one.start()
  }
  broken.during(`the recovery from ${names}`)
  const { lacking, seconds } = await recover(probed, worker, steady)
  progress(`${names}: ${lacking.length === 0 ? `works again after ${seconds.toFixed(1)} s` : lacking.join(", ")}`)
  if (lacking.length === 0) return seconds
  broken.add("recovery", `after ${recoveryTime} s ${lacking.join(", ")}`)
  for (const one of services) {
    await one.stop("SIGKILL")
    one.start()
  }
  await Promise.all(services.map((one) => becomesReady(one, 30)))
  return seconds
}
