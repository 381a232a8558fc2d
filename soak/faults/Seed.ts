/**
 * Runs one random history: clients make changes while parts fail; then all faults end, and the guarantees are checked.
 */
import type { Access } from "../Call.ts"
import { random as randomOf } from "../Random.ts"
import { drain } from "./Drain.ts"
import { plan } from "./Fault.ts"
import { episode } from "./Episode.ts"
import { follow } from "./Follower.ts"
import { hammer } from "./Hammer.ts"
import { collector, empty, type History, type Violation } from "./History.ts"
import { judge } from "./Judgement.ts"
import { count } from "./PublishedJobs.ts"
import { receiver } from "./Receiver.ts"
import { type Session, session } from "./Session.ts"
import { feed } from "./Stored.ts"
import { start, type StageOptions, writers } from "./Stage.ts"
import { run as write } from "./Writer.ts"

export interface Outcome {
  readonly violations: ReadonlyArray<Violation>
  /** A summary line. */
  readonly says: string
}

export interface SeedOptions extends StageOptions {
  readonly seed: number
  readonly progress: (text: string) => void
}

/** Creates a webhook to the receiver. */
const webhook = async (admin: Session, name: string, types: ReadonlyArray<string>, to: ReturnType<typeof receiver>) => {
  const { reply } = await admin.attempt({
    what: "creating a webhook",
    request: { method: "POST", path: "/webhooks", body: { url: to.url, event_types: types } },
    status: 201,
    events: ["webhook.created"]
  })
  return { id: JSON.parse(reply.text).webhook.id as string, name, types, receipts: to.receipts }
}

const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)

const countOf = ({ attempts }: History, knowledge: string) =>
  attempts.filter((one) => one.knowledge === knowledge).length

/** Runs one history. */
export const runSeed = async (options: SeedOptions): Promise<Outcome> => {
  const { progress, seed } = options
  const random = randomOf(seed)
  const stage = await start(options)
  const { key, member, servers, worker } = stage
  const history = empty()
  const broken = collector()
  const bases = servers.map(({ base_url }) => base_url)
  const members = writers.map(member)
  const sessionOf = (name: string, by: string, of = bases) =>
    session({
      name: `s${seed}-${name}`,
      key: key(by),
      member: member(by),
      members,
      servers: of,
      random: random.fork(),
      history,
      broken
    })
  const probed = servers.map((server) => ({
    server,
    client: sessionOf(`probe-${server.name.replace(" ", "-")}`, "probe", [server.base_url])
  }))
  const admin = sessionOf("admin", "admin")
  const failing = receiver(random.fork(), 20)
  const steady = receiver(random.fork(), 0)
  const webhooks = [
    await webhook(admin, "the failing receiver", ["*"], failing),
    await webhook(admin, "the steady receiver", ["candidate.*", "job.*"], steady)
  ]

  const over = new AbortController()
  const clients = writers.map((name) => write(sessionOf(name, name), history, over.signal))
  const hammering = hammer(key("hammer"), bases, random.fork())
  const following = follow(key("admin"), bases, random.fork(), broken)
  const counting = count(stage.database_url, stage.organization)
  await Bun.sleep(1000)
  const recoveries: Array<number> = []
  const episodes = plan(stage.faults, random)
  for (const kinds of episodes) {
    recoveries.push(await episode(kinds, { random, probed, worker, steady, broken, progress }))
    await Bun.sleep(random.integer(100, 600))
  }
  broken.during("the end")
  over.abort()
  await Promise.all(clients)
  await hammering.stop()
  const access: Access = { base_url: bases[0]!, key: key("reader") }
  const drained = await drain(access, webhooks)
  progress(`nothing is left to do after ${drained.toFixed(1)} s`)
  await following.caughtUp((await feed(access)).length)
  const published = await counting.stop()
  const { events, violations } = await judge({
    access,
    broken: broken.all,
    following,
    hammering,
    history,
    published,
    stage,
    webhooks
  })
  await stage.close()
  await failing.stop()
  await steady.stop()
  const hours = [...hammering.hours.values()]
  const [letThrough, refused] = [
    sum(hours.map((hour) => hour.letThrough.length)),
    sum(hours.map((hour) => hour.refused))
  ]
  return {
    violations,
    says: `${episodes.flat().length} faults, ${countOf(history, "acknowledged")} changes acknowledged, ` +
      `${countOf(history, "unanswered")} unanswered, ${events} events, at most ${published.max} published in ` +
      `${published.counts} counts, ${letThrough} of ${
        letThrough + refused
      } requests of one key let through, slowest recovery ` +
      `${Math.max(...recoveries).toFixed(1)} s, drained in ${drained.toFixed(1)} s`
  }
}
