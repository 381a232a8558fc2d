/** The queries of alert rules and dashboards, and Prometheus itself if it is installed. */
import { freePort } from "@candor/process/testing/FreePort"
import { start } from "@candor/process/testing/Processes"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"

const path = Bun.which("prometheus")

/** How queries are checked, for the name of a test. */
export const runner = path === null ? "by their names alone, because prometheus is not installed" : "by prometheus"

const deploy = join(import.meta.dir, "../../../../deploy")

/** The file of the alert rules. */
const rulesFile = join(deploy, "candor.rules.yml")

interface Rules {
  readonly groups: ReadonlyArray<{ readonly rules: ReadonlyArray<{ readonly alert: string; readonly expr: string }> }>
}

interface Dashboard {
  readonly panels: ReadonlyArray<
    { readonly title: string; readonly targets?: ReadonlyArray<{ readonly expr: string }> }
  >
}

/** A query with the name of its alert or panel. */
export interface Query {
  readonly name: string
  readonly expr: string
}

/** Returns the queries of all alerts without the thresholds, so that they have results while nothing is wrong. */
export const alerts = async (): Promise<ReadonlyArray<Query>> => {
  const { groups } = Bun.YAML.parse(await Bun.file(rulesFile).text()) as Rules
  return groups.flatMap(({ rules }) => rules)
    .map(({ alert, expr }) => ({ name: alert, expr: expr.replace(/\s(?:>|<|==)\s[\d.e]+$/, "") }))
}

/** Returns the queries of all panels, for all instances and over the last minute. */
export const panels = async (): Promise<ReadonlyArray<Query>> => {
  const { panels }: Dashboard = await Bun.file(join(deploy, "candor.dashboard.json")).json()
  return panels.flatMap(({ targets = [], title }) =>
    targets.map(({ expr }) => ({
      name: title,
      expr: expr.replaceAll("$instance", ".*").replaceAll("$__rate_interval", "1m")
    }))
  )
}

/** Returns the names of the metrics in a query. */
export const metricsOf = ({ expr }: Query): ReadonlyArray<string> => expr.match(/\bcandor_\w+/g) ?? []

/** Returns promtool's complaints about the file of alert rules; empty if promtool is not installed. */
export const ruleFindings = async (): Promise<string> => {
  const promtool = Bun.which("promtool")
  if (promtool === null) return ""
  const child = Bun.spawn([promtool, "check", "rules", "--lint-fatal", rulesFile], { stdout: "pipe", stderr: "pipe" })
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  return said[2] === 0 ? "" : said.slice(0, 2).join("")
}

interface Result {
  readonly data?: { readonly result: ReadonlyArray<unknown> }
  readonly error?: string
}

/**
 * Lets Prometheus scrape a server twice, and runs queries. Returns those without a result, with the error if there is
 * one; undefined if Prometheus is not installed.
 */
export const withoutResult = async (origin: string, queries: ReadonlyArray<Query>, parent: string) => {
  if (path === null) return undefined
  const folder = mkdtempSync(join(parent, "prometheus-"))
  const config = join(folder, "prometheus.yml")
  await Bun.write(
    config,
    JSON.stringify({
      global: { scrape_interval: "500ms", scrape_timeout: "500ms" },
      scrape_configs: [{ job_name: "candor", static_configs: [{ targets: [new URL(origin).host] }] }]
    })
  )
  const address = `127.0.0.1:${await freePort()}`
  const server = start([
    path,
    `--config.file=${config}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=${address}`
  ])
  const ask = async (expr: string): Promise<Result> => {
    const response = await fetch(`http://${address}/api/v1/query?${new URLSearchParams({ query: expr })}`).catch(() =>
      undefined
    )
    return response?.headers.get("content-type")?.startsWith("application/json") ? await response.json() : {}
  }
  try {
    while (((await ask("count_over_time(candor_build_info[1m]) >= 3")).data?.result.length ?? 0) === 0)
      await Bun.sleep(100)
    const results = await Promise.all(queries.map(async (query) => ({ ...query, ...await ask(query.expr) })))
    return results.filter(({ data }) => (data?.result.length ?? 0) === 0).map(({ error, expr, name }) => ({
      name,
      expr,
      error
    }))
  } finally {
    await server.stop()
  }
}
