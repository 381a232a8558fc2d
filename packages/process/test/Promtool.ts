/** Checks the metrics of a program at `/metrics` by the conventions of Prometheus. */

const path = Bun.which("promtool")

/** How metrics are checked, for the name of a test: by `promtool check metrics` if it is installed. */
export const checker = path === null
  ? "our own check alone, because promtool is not installed"
  : "promtool and our own check"

/** Returns the metric family of a sample or comment. */
const family = (line: string, types: ReadonlyMap<string, string>): string => {
  const name = /^[^{\s]*/.exec(line)![0]
  const base = name.replace(/_(?:bucket|sum|count)$/, "")
  return types.get(base) === "histogram" ? base : name
}

/** Returns families without HELP, TYPE or our prefix, and counters with another suffix. */
const ownFindings = (text: string): ReadonlyArray<string> => {
  const lines = text.trim().split("\n")
  const comments = (kind: string) =>
    new Map(lines.flatMap((line) => {
      const [, name, rest] = new RegExp(`^# ${kind} (\\S+) (.+)$`).exec(line) ?? []
      return name === undefined || rest === undefined ? [] : [[name, rest] as const]
    }))
  const [helps, types] = [comments("HELP"), comments("TYPE")]
  const families = new Set(lines.filter((line) => !line.startsWith("#")).map((line) => family(line, types)))
  return [
    ...(families.size === 0 ? ["there are no metrics"] : []),
    ...[...families].flatMap((name) => [
      ...(helps.has(name) ? [] : [`${name} has no HELP`]),
      ...(types.has(name) ? [] : [`${name} has no TYPE`]),
      ...(name.startsWith("candor_") ? [] : [`${name} does not begin with candor_`]),
      ...((types.get(name) === "counter") === name.endsWith("_total") ? [] : [`${name}: counters end with _total`]),
      ...(/milli|_ms(?:_|$)/.test(name) ? [`${name} is not in seconds`] : [])
    ])
  ]
}

/** Returns what is wrong with metrics in Prometheus' text format. */
export const findings = async (text: string): Promise<ReadonlyArray<string>> => {
  if (path === null) return ownFindings(text)
  const child = Bun.spawn([path, "check", "metrics"], { stdin: new Blob([text]), stdout: "pipe", stderr: "pipe" })
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  return [...ownFindings(text), ...said.slice(0, 2).join("").trim().split("\n").filter((line) => line !== "")]
}
