/**
 * Generates load in a closed loop: each connection sends its next request as soon as it has its answer. Uses wrk if it
 * is installed, else autocannon.
 */
import { join } from "node:path"
import { output } from "./Children.ts"
import { counter } from "./Scenarios.ts"

export interface Load {
  readonly port: number
  /** Requests as bytes, sent in order and then again from the first. */
  readonly requests: ReadonlyArray<string>
  /** The number of requests to skip at the start. */
  readonly from: number
  readonly connections: number
  readonly seconds: number
  /** The first number that replaces `counter`. */
  readonly first: number
}

export interface Answered {
  readonly requests: number
  readonly perSecond: number
  /** Milliseconds from request to answer. */
  readonly p50: number
  readonly p99: number
}

const wrk = Bun.which("wrk")

/** The program that generates the load. */
export const generator = wrk === null ? "autocannon" : "wrk"

const script = ({ first, from, requests }: Load) => `
local requests = {${requests.map((text) => JSON.stringify(text)).join(",\n")}}
local sent = 0
request = function()
  local text = requests[(${from} + sent) % #requests + 1]
  sent = sent + 1
  return (text:gsub(${JSON.stringify(counter)}, string.format("%010d", ${first} + sent), 1))
end
`

/** Returns the milliseconds of a percentile from the output of wrk, such as `99%  1.25ms`. */
const percentile = (text: string, percent: number): number => {
  const [, value, unit] = new RegExp(`^\\s+${percent}%\\s+([\\d.]+)(us|ms|s)\\s*$`, "m").exec(text) ?? []
  return Number(value) * (unit === "us" ? 0.001 : unit === "ms" ? 1 : 1000)
}

const byWrk = async (load: Load, program: string): Promise<Answered> => {
  const file = `/tmp/candor-bench-${process.pid}.lua`
  await Bun.write(file, script(load))
  const text = await output([
    program,
    "-t1",
    "--latency",
    `-c${load.connections}`,
    `-d${load.seconds}s`,
    "-s",
    file,
    `http://127.0.0.1:${load.port}`
  ])
  await Bun.file(file).delete()
  const bad = /Non-2xx or 3xx responses: \d+|Socket errors: .*/.exec(text)?.[0]
  if (bad !== undefined) throw new Error(bad)
  return {
    requests: Number(/(\d+) requests in/.exec(text)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    p50: percentile(text, 50),
    p99: percentile(text, 99)
  }
}

const byAutocannon = async (load: Load): Promise<Answered> =>
  JSON.parse(
    await output(["node", join(import.meta.dir, "autocannon.mjs")], {
      stdin: JSON.stringify({ ...load, counter })
    })
  )

/** Runs the load for its number of seconds. Fails if any answer is not a success. */
export const closed = (load: Load): Promise<Answered> => wrk === null ? byAutocannon(load) : byWrk(load, wrk)
