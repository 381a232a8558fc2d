/** As much of curl as the README's tour needs, for machines that have none. */
import { parseArgs } from "node:util"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: "string", short: "d" },
    header: { type: "string", short: "H", multiple: true },
    request: { type: "string", short: "X" },
    silent: { type: "boolean", short: "s" }
  }
})

const headers = (values.header ?? []).map((header): [string, string] => {
  const [name = "", value = ""] = header.split(/:\s*/, 2)
  return [name, value]
})

const response = await fetch(positionals[0] ?? "", {
  method: values.request ?? (values.data === undefined ? "GET" : "POST"),
  headers,
  ...(values.data === undefined ? {} : { body: values.data })
})
await Bun.write(Bun.stdout, await response.text())
