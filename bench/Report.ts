/** The benchmark's results as a page. */
import { cpus, totalmem } from "node:os"
import { join } from "node:path"
import * as Chart from "./Chart.ts"
import { output } from "./Children.ts"
import type { Size } from "./Data.ts"
import { type Spread, spread, table, told, toldSpread } from "./Figures.ts"
import * as Load from "./Load.ts"
import { connections, type Measurement, share } from "./Measure.ts"
import * as Page from "./Page.ts"
import type { Server } from "./Postgres.ts"
import type { Scenario } from "./Scenarios.ts"
import type { Running } from "./Servers.ts"

export interface Result {
  readonly scenario: Scenario
  /** Characters of the first answer. */
  readonly bytes: number
  /** Transactions a second of pgbench, one for each round. */
  readonly limits: ReadonlyArray<number>
  readonly servers: ReadonlyArray<readonly [Running, ReadonlyArray<Measurement>]>
}

export interface Run {
  readonly postgres: Server
  readonly size: Size
  readonly rounds: number
  readonly seconds: number
  /** Seconds of load before anything is measured. */
  readonly warming: number
  readonly servers: ReadonlyArray<Running>
  readonly results: ReadonlyArray<Result>
}

const of = (measurements: ReadonlyArray<Measurement>, figure: keyof Measurement): Spread | undefined => {
  const values = measurements.flatMap((one) => one[figure] ?? [])
  return values.length === 0 ? undefined : spread(values)
}

const ranged = (value: Spread | undefined) => value === undefined ? "not counted" : toldSpread(value)
const single = (value: Spread | undefined) => value === undefined ? "not counted" : told(value.median)

const scenarioTable = ({ limits, servers }: Result): string =>
  table(
    ["", "requests/s", "CPU µs a request", "database CPU µs", "p50 ms", "p99 ms", "memory MiB", "statements"],
    [
      ...servers.map(([{ title }, measurements]) => [
        title === "Candor" ? "**Candor**" : title,
        ranged(of(measurements, "perSecond")),
        ranged(of(measurements, "cpu")),
        single(of(measurements, "databaseCpu")),
        ranged(of(measurements, "p50")),
        ranged(of(measurements, "p99")),
        ranged(of(measurements, "memory")),
        single(of(measurements, "statements"))
      ]),
      ...(limits.length === 0 ? [] : [["pgbench", toldSpread(spread(limits)), "", "", "", "", "", ""]])
    ]
  )

type Pair = readonly [one: string, other: string]

/** Figures that every measurement has. */
type Figure = Exclude<keyof Measurement, "databaseCpu" | "statements">

/** A figure in relation to that of another server in the same round. */
const ratio = (
  one: ReadonlyArray<Measurement>,
  other: ReadonlyArray<Measurement>,
  figure: Figure
): Spread => spread(one.map((measurement, at) => measurement[figure] / other[at]![figure]))

/** Pairs' rates and CPU times in relation. */
const ratios = (
  results: ReadonlyArray<Result>,
  pairs: ReadonlyArray<Pair>,
  toldRatio: (ratio: Spread) => string
): string => {
  const measured = ({ servers }: Result, name: string) => servers.find(([one]) => one.name === name)
  const title = (name: string) => measured(results[0]!, name)?.[0].title ?? name
  const cell = (result: Result, [one, other]: Pair, figure: Figure) =>
    toldRatio(ratio(measured(result, one)?.[1] ?? [], measured(result, other)?.[1] ?? [], figure))
  return table(
    ["", ...pairs.flatMap(([one, other]) => [`${title(one)} ÷ ${title(other)}: requests/s`, "CPU"])],
    results.map((result) => [
      result.scenario.title,
      ...pairs.flatMap((pair) => [cell(result, pair, "perSecond"), cell(result, pair, "cpu")])
    ])
  )
}

/** What a peer may be better at, in words; by a greater value, or by a smaller one. */
const merits: ReadonlyArray<readonly [Figure, string, "greater" | "smaller"]> = [
  ["perSecond", "more requests a second", "greater"],
  ["cpu", "less CPU", "smaller"],
  ["p50", "a shorter p50", "smaller"],
  ["p99", "a shorter p99", "smaller"],
  ["memory", "less memory", "smaller"]
]

/** What peers are better at than Candor in the middle round, to a hundredth, for every scenario, in words. */
const behind = ({ results }: Run): ReadonlyArray<string> =>
  results.flatMap(({ scenario, servers }) => {
    const candor = servers.find(([{ name }]) => name === "candor")?.[1] ?? []
    const ahead = merits.flatMap(([figure, words, by]) => {
      const names = servers.flatMap(([peer, measurements]) => {
        if (peer.own || candor.length === 0) return []
        const percent = Math.round((ratio(measurements, candor, figure).median - 1) * (by === "greater" ? 100 : -100))
        return percent > 0 ? [`${peer.title} (${percent} %)`] : []
      })
      return names.length === 0 ? [] : [`${words}: ${names.join(", ")}`]
    })
    return ahead.length === 0 ? [] : [`- **${scenario.title}**: ${ahead.join("; ")}.`]
  })

const versions = async ({ postgres }: Run) => {
  const { devDependencies } = await Bun.file(join(import.meta.dir, "package.json")).json()
  const packages = ["fastify", "pg", "hono", "postgres", "elysia"].map((name) => `${name} ${devDependencies[name]}`)
  const node = (await output(["node", "--version"])).trim().replace("v", "")
  return `Bun ${Bun.version}, Node ${node}, PostgreSQL ${postgres.version}, ${packages.join(", ")}`
}

/** What the run was made on and with. */
const conditions = async (run: Run): Promise<string> => {
  const { postgres, rounds, seconds, size, warming } = run
  const processors = cpus()
  return [
    `- ${processors.length} × ${processors[0]!.model.trim()}, ${told(totalmem() / 2 ** 30)} GiB, ${process.platform}; ` +
    "server, database and load generator share them",
    `- ${await versions(run)}`,
    `- PostgreSQL ${postgres.settings.length === 0 ? "as it is" : `with ${postgres.settings.map((one) => `\`${one}\``).join(", ")}`}`,
    `- ${size.applications.toLocaleString("en-US")} applications in one organization, ${size.others} other organizations`,
    `- after ${warming} s of load, ${rounds} rounds, servers in turn, every other time in reverse; in each ${seconds} s of ` +
    `${Load.generator} over ${connections} connections, then ${seconds / 2} s at ${share * 100} % of the rate that this gave`,
    "- figures and ratios are the median of the rounds, in brackets the least and the greatest"
  ].join("\n")
}

/** Writes the page and its charts, or prints the page. */
export const publish = async (run: Run, write: boolean): Promise<void> => {
  const sections = run.results.map((result) =>
    `### ${result.scenario.title}\n\nAn answer has ${result.bytes.toLocaleString("en-US")} characters.\n\n${scenarioTable(result)}`
  )
  const losses = behind(run)
  const compared = run.servers.filter(({ own }) => !own)
  const measured = new Set(run.servers.map(({ name }) => name))
  const pairs = (words: string, all: ReadonlyArray<Pair>, toldRatio: (ratio: Spread) => string) => {
    const present = all.filter((pair) => pair.every((name) => measured.has(name)))
    return present.length === 0 ? [] : [words, ratios(run.results, present, toldRatio)]
  }
  const text = [
    "![Requests a second](benchmarks/throughput.svg)",
    "![CPU time a request](benchmarks/cpu.svg)",
    await conditions(run),
    ...pairs(
      "Beside the peers:",
      compared.filter(({ name }) => name !== "candor").map(({ name }) => ["candor", name]),
      ({ median }) => median.toFixed(2)
    ),
    ...pairs(
      "In two processes on one port, and in a process that takes requests with a key and a limit and, before or after, without:",
      [["two", "candor"], ["keys", "open"]],
      toldSpread
    ),
    "Time from the start of a process to its first 200, with the schema current: " +
    `${run.servers.map(({ started, title }) => `${title} ${Math.round(started)} ms`).join(", ")}.`,
    ...(losses.length === 0 ? [] : [`Where a peer is better, and by how much:\n\n${losses.join("\n")}`]),
    ...sections
  ].join("\n\n")
  const bars = (figure: "perSecond" | "cpu") =>
    run.results.map(({ scenario, servers }) => ({
      title: scenario.title,
      bars: servers.flatMap(([{ own, title }, measurements]) =>
        own ? [] : [{ title, value: of(measurements, figure)! }])
    }))
  if (!write) return console.log(text)
  await Page.put("bench", text)
  await Page.putChart("throughput", Chart.draw("Requests a second (longer is better)", bars("perSecond")))
  await Page.putChart("cpu", Chart.draw("CPU time of the server a request, in µs (shorter is better)", bars("cpu")))
  console.log(text)
}
