/** Metrics are named as Prometheus asks (https://prometheus.io/docs/practices/naming). */
import { file, isTest, matches, type Rule } from "./Rule.ts"

// The kind, the name, and the options as far as the first closing bracket.
const definition = /\bMetric\.(counter|gauge|histogram|summary|frequency|timer)\(\s*(["'`])([^"'`]*)\2([^)]*)/g

const time = /_(?:duration|latency|age|wait|lag|delay|time|millis|milliseconds|ms|minutes)(?:_|$)/

/** What is wrong with a definition; undefined where nothing is. */
const wrong = (kind: string, name: string, options: string): string | undefined => {
  if (!/^candor_[a-z][a-z0-9_]*$/.test(name)) return `${name} does not begin with candor_`
  if ((kind === "counter" || kind === "frequency") !== name.endsWith("_total")) {
    return `${name}: counters end with _total, and nothing else does`
  }
  if (kind === "timer" || (time.test(name) && !/_seconds(?:_total)?$/.test(name))) return `${name} is not in seconds`
  return /\bdescription:/.test(options) ? undefined : `${name} has no description`
}

export const metrics: Rule = {
  name: "metrics are named and described as Prometheus asks",
  why: "dashboards add up what has one unit, and find what has one prefix",
  check: (files) =>
    files.filter(({ path }) => /^(packages|apps)\//.test(path) && !isTest(path)).flatMap((source) =>
      matches(source, definition, ([, kind = "", , name = "", options = ""]) => wrong(kind, name, options) ?? "")
        .filter(({ message }) => message !== "")
    ),
  planted: [
    {
      files: [file("apps/api/src/server/Server.ts", `Metric.gauge("connections", { description: "Open connections" })`)],
      says: "connections does not begin with candor_"
    },
    {
      files: [file("apps/api/src/server/Server.ts", `Metric.counter("candor_requests", { description: "Requests" })`)],
      says: "counters end with _total"
    },
    {
      files: [file("apps/api/src/server/Server.ts", `Metric.gauge("candor_jobs_total", { description: "Jobs" })`)],
      says: "counters end with _total"
    },
    {
      files: [file("apps/api/src/server/Server.ts", `Metric.histogram("candor_wait_milliseconds", { description: "Wait", boundaries })`)],
      says: "candor_wait_milliseconds is not in seconds"
    },
    {
      files: [file("packages/sql/src/Sealer.ts", `Metric.gauge("candor_streams")`)],
      says: "candor_streams has no description"
    }
  ]
}
