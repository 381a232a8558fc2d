/** Reports the benchmark: a table and a chart for the page, and all measurements in a file of their own. */
import { cpus, totalmem } from "node:os"
import { join } from "node:path"
import * as Chart from "./Chart.ts"
import { output } from "./Children.ts"
import { format, formatSpread, type Spread, spread, table } from "./Figures.ts"
import * as Load from "./Load.ts"
import { type Measurement, share } from "./Measure.ts"
import * as Page from "./Page.ts"
import type { Part } from "./Parts.ts"
import type { Server } from "./Postgres.ts"
import type { Scenario } from "./Scenarios.ts"
import type { Running } from "./Servers.ts"

export interface Result {
  readonly scenario: Scenario
  /** Characters in the first answer. */
  readonly bytes: number
  readonly servers: ReadonlyArray<readonly [Running, ReadonlyArray<Measurement>]>
}

export interface Run {
  readonly part: Part
  readonly postgres: Server
  readonly rounds: number
  readonly seconds: number
  /** Seconds of load before the measurements. */
  readonly warming: number
  readonly servers: ReadonlyArray<Running>
  readonly results: ReadonlyArray<Result>
}

/** The figures in every measurement. */
type Figure = Exclude<keyof Measurement, "databaseCpu" | "statements">

/**
 * The servers that Candor is compared with. The floor is left out since it has no framework; the others use another
 * driver.
 */
const rivals = ["fastify", "hono"]

const of = (measurements: ReadonlyArray<Measurement>, figure: keyof Measurement): Spread | undefined => {
  const values = measurements.flatMap((one) => one[figure] ?? [])
  return values.length === 0 ? undefined : spread(values)
}

const single = (measurements: ReadonlyArray<Measurement>, figure: keyof Measurement): string => {
  const value = of(measurements, figure)
  return value === undefined ? "–" : format(value.median)
}

/** Returns the ratio of a figure to that of another server in the same round. */
const ratio = (one: ReadonlyArray<Measurement>, other: ReadonlyArray<Measurement>, figure: Figure): Spread =>
  spread(one.map((measurement, at) => measurement[figure] / other[at]![figure]))

const measured = ({ servers }: Result, name: string): ReadonlyArray<Measurement> | undefined =>
  servers.find(([one]) => one.name === name)?.[1]

/** Returns the measurements of the rival with the best value of a figure; undefined if none was measured. */
const best = (result: Result, figure: Figure, by: "greatest" | "least") =>
  rivals.flatMap((name) => {
    const measurements = measured(result, name)
    return measurements === undefined ? [] : [measurements]
  }).toSorted((one, other) => {
    const difference = of(one, figure)!.median - of(other, figure)!.median
    return by === "greatest" ? -difference : difference
  })[0]

/** Returns the summary table: Candor and the better rival of each scenario. */
const summary = (results: ReadonlyArray<Result>): ReadonlyArray<string> => {
  const rows = results.flatMap((result) => {
    const candor = measured(result, "candor")
    const [fastest, leanest, quickest] = [
      best(result, "perSecond", "greatest"),
      best(result, "cpu", "least"),
      best(result, "p99", "least")
    ]
    if (candor === undefined || fastest === undefined) return []
    return [[
      result.scenario.title,
      single(candor, "perSecond"),
      single(fastest, "perSecond"),
      `**${formatSpread(ratio(candor, fastest, "perSecond"))}**`,
      formatSpread(ratio(candor, leanest!, "cpu")),
      format(ratio(candor, quickest!, "p99").median)
    ]]
  })
  const head = ["", "requests/s: Candor", "peer", "Candor ÷ peer: requests/s", "CPU a request", "p99"]
  return rows.length === 0 ? [] : [table(head, rows)]
}

type Pair = readonly [one: string, other: string]

/** Returns the ratios of throughput and CPU time for pairs of servers; empty if no pair was measured. */
const ratios = (words: string, results: ReadonlyArray<Result>, pairs: ReadonlyArray<Pair>): ReadonlyArray<string> => {
  const title = (name: string) => results[0]!.servers.find(([one]) => one.name === name)?.[0].title ?? name
  const present = pairs.filter((pair) => pair.every((name) => measured(results[0]!, name) !== undefined))
  const cells = (result: Result, [one, other]: Pair) =>
    (["perSecond", "cpu"] as const).map((figure) =>
      formatSpread(ratio(measured(result, one)!, measured(result, other)!, figure))
    )
  return present.length === 0 ? [] : [
    words,
    table(
      ["", ...present.flatMap(([one, other]) => [`${title(one)} ÷ ${title(other)}: requests/s`, "CPU"])],
      results.map((result) => [result.scenario.title, ...present.flatMap((pair) => cells(result, pair))])
    )
  ]
}

/** Returns a table with a row for each scenario and a column for each server. */
const figures = (
  { results, servers }: Run,
  cell: (measurements: ReadonlyArray<Measurement>) => string
): string =>
  table(
    ["", ...servers.map(({ title }) => title)],
    results.map((result) => [result.scenario.title, ...result.servers.map(([, measurements]) => cell(measurements))])
  )

/** Returns all measurements as medians. */
const details = (run: Run): ReadonlyArray<string> => [
  "Requests a second · CPU of the server in µs a request · statements a request:",
  figures(run, (all) => (["perSecond", "cpu", "statements"] as const).map((figure) => single(all, figure)).join(" · ")),
  `Time of an answer in ms: p50 / p99 of all that 32 connections can ask · p50 / p99 at ${
    share * 100
  } % of that rate (over one ` +
  "connection, only the former is measured):",
  figures(
    run,
    (all) => `${single(all, "peak50")} / ${single(all, "peak99")} · ${single(all, "p50")} / ${single(all, "p99")}`
  ),
  "CPU of the database in µs a request · greatest memory of the server in MiB:",
  figures(run, (all) => `${single(all, "databaseCpu")} · ${single(all, "memory")}`)
]

const versions = async ({ postgres }: Run) => {
  const { devDependencies } = await Bun.file(join(import.meta.dir, "package.json")).json()
  const packages = ["fastify", "pg", "hono", "postgres"].map((name) => `${name} ${devDependencies[name]}`)
  const node = (await output(["node", "--version"])).trim().replace("v", "")
  return `Bun ${Bun.version}, Node ${node}, PostgreSQL ${postgres.version}, ${packages.join(", ")}`
}

/** Describes the machine, the versions and the options of the run. */
const conditions = async (run: Run): Promise<string> => {
  const { part, postgres, results, rounds, seconds, servers, warming } = run
  const processors = cpus()
  const settings = postgres.settings.map((one) => `\`${one}\``).join(", ")
  return [
    `- ${processors.length} × ${processors[0]!.model.trim()}, ${
      format(totalmem() / 2 ** 30)
    } GiB, ${process.platform}; ` +
    "server, database and load generator share them",
    `- ${await versions(run)}`,
    `- PostgreSQL ${settings === "" ? "as it is" : `with ${settings}`}`,
    `- ${part.rows}`,
    `- after ${warming} s of each of these loads, and ${warming} s more of the same, ${rounds} rounds, servers in turn, every other time in ` +
    `reverse; in each ${seconds} s of ${Load.generator}, then ${2 * seconds} s at ${
      share * 100
    } % of the rate that this gave, each after a second that is not ` +
    "measured; figures are medians of the rounds",
    `- characters of an answer: ${
      results.map(({ bytes, scenario }) => `${scenario.title} ${format(bytes)}`).join("; ")
    }`,
    `- from the start of a process to its first 200, with the schema current: ${
      servers.map(({ started, title }) => `${title} ${Math.round(started)} ms`).join(", ")
    }`
  ].join("\n")
}

/** Returns all measurements of a part. */
const fullText = async (run: Run): Promise<string> =>
  [
    `# ${run.part.title}: all figures`,
    "Printed by [the benchmark](../benchmarks.md), which says what is compared, and how.",
    await conditions(run),
    ...ratios("Candor beside peers that count each key's requests in the database, as it does:", run.results, [
      ["candor", "fastify-counting"],
      ["candor", "hono-counting"]
    ]),
    ...details(run)
  ].join("\n\n")

/** Returns bars of a figure at full load. */
const bars = (results: ReadonlyArray<Result>, figure: "perSecond" | "cpu"): ReadonlyArray<Chart.Group> => {
  // Draws each server once.
  const isDrawn = ({ name }: Running) => !name.endsWith("-counting")
  return results.filter(({ scenario }) => scenario.connections > 1).map(({ scenario, servers }) => ({
    title: scenario.title,
    bars: servers.flatMap(([server, measurements]) =>
      isDrawn(server) ? [{ title: server.title, value: of(measurements, figure)! }] : []
    )
  }))
}

/** Writes a part of the page with its charts and all its measurements, or prints it. */
export const publish = async (run: Run, write: boolean): Promise<void> => {
  const { part: { name }, results } = run
  const short = [
    ...summary(results),
    `![Requests a second](benchmarks/${name}-throughput.svg)`,
    `[All figures](benchmarks/${name}.md), [CPU time as a chart](benchmarks/${name}-cpu.svg)`
  ].join("\n\n")
  const all = await fullText(run)
  console.log(`${short}\n\n${all}`)
  if (!write) return
  await Page.put(name, short)
  await Page.putDetails(name, all)
  await Page.putChart(
    `${name}-throughput`,
    Chart.draw("Requests a second (longer is better)", bars(results, "perSecond"))
  )
  await Page.putChart(
    `${name}-cpu`,
    Chart.draw("CPU time of the server a request, in µs (shorter is better)", bars(results, "cpu"))
  )
}
