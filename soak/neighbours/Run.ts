/** Runs one way to misbehave beside the neighbor, and checks the guarantees. */
import { call } from "../Call.ts"
import { processorSeconds } from "../Processor.ts"
import { samplePeak } from "../ResidentMemory.ts"
import { type Figures, figures, type Judged, judgeAnswers, judgeLatency, judgeMemory } from "./Figures.ts"
import type { Misbehaviour, Prepared } from "./Misbehaviour.ts"
import type { Neighbour } from "./Neighbour.ts"
import type { World } from "./World.ts"

export interface Result {
  /** The neighbor's figures alone. */
  readonly alone: Figures
  readonly during: Figures
  /**
   * The server's share of a processor, alone and during the run; unlike times, it does not depend on other work of the
   * machine.
   */
  readonly busy: readonly [alone: number, during: number]
  /** The maximum resident memory of the server, in MiB. */
  readonly peak: number
  readonly notes: ReadonlyArray<string>
  readonly judged: ReadonlyArray<Judged>
}

/** The time limit of the recovery after a misbehaviour, in seconds. */
const recovery = 20

/** Checks requests of both organizations afterwards, without a restart. */
const judgeRestart = async (world: World, prepared: Prepared): Promise<Judged> => {
  const ordinary = ["/me", "/jobs", "/events?limit=1"].map((path) => ({ method: "GET", path, status: 200 }))
  const requests = [
    ...ordinary.map((request) => ({ ...request, access: world.neighbour, owner: "the neighbour's" })),
    ...[...ordinary, ...prepared.afterwards].map((request) => ({
      ...request,
      access: world.misbehaving,
      owner: "its own"
    }))
  ]
  const began = performance.now()
  for (const { access, status, owner, ...request } of requests) {
    for (;;) {
      const reply = await call(access, request, { timeout: 10_000, pooled: false })
      if (reply.status === status) break
      if (performance.now() - began > recovery * 1000) {
        const got = reply.status ?? reply.failure
        return {
          guarantee: "no restart",
          isKept: false,
          says: `after ${recovery} s ${owner} ${request.path} is ${got}`
        }
      }
      await Bun.sleep(200)
    }
  }
  return { guarantee: "no restart", isKept: true, says: "no restart" }
}

/** Seconds for which the neighbor is measured alone. */
const aloneSeconds = 5

/**
 * Prepares the misbehavior, measures the neighbor at this number of requests per second, alone and during the run, and
 * judges.
 */
export const run = async (
  world: World,
  neighbour: Neighbour,
  misbehaviour: Misbehaviour,
  perSecond = 40
): Promise<Result> => {
  const prepared = await misbehaviour.prepare(world)
  const timed = (seconds: Prepared["seconds"], isDone = () => true) => {
    const began = performance.now()
    const { max, min } = typeof seconds === "number" ? { max: seconds, min: seconds } : seconds
    const until = () => {
      const elapsed = (performance.now() - began) / 1000
      return elapsed >= max || (elapsed >= min && isDone())
    }
    return neighbour.stream({ perSecond, until })
  }
  /** Adds the server's share of a processor to a measurement. */
  const busy = async <A>(timing: Promise<A>): Promise<readonly [A, number]> => {
    const [pid, began] = [world.server.pid(), performance.now()]
    const before = processorSeconds(pid)
    const timed = await timing
    return [timed, (processorSeconds(pid) - before) * 1000 / (performance.now() - began)]
  }
  const [alone, busyAlone] = await busy(timed(aloneSeconds))
  const memory = samplePeak(world.server.pid())
  const running = await prepared.begin()
  const [during, busyDuring] = await busy(timed(prepared.seconds, running.isDone))
  const own = await prepared.judge?.(alone, during) ?? []
  const summary = await running.end()
  const restart = await judgeRestart(world, prepared)
  const peak = memory.stop()
  if (restart.isKept) await prepared.clear?.()
  const [figuresAlone, figuresDuring] = [figures(alone), figures(during)]
  return {
    alone: figuresAlone,
    during: figuresDuring,
    busy: [busyAlone, busyDuring],
    peak,
    notes: [...prepared.notes, summary],
    judged: [
      judgeLatency(figuresAlone, figuresDuring, world.sql === undefined),
      ...judgeAnswers(figuresDuring),
      judgeMemory(peak, world.memoryLimit),
      ...own,
      restart
    ]
  }
}
