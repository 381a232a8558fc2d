/** A substitute for curl, for machines without it: as much as the tours of README.md and docs/guide.md need. */
import { parseArgs } from "node:util"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: "string", short: "d" },
    form: { type: "string", short: "F", multiple: true },
    header: { type: "string", short: "H", multiple: true },
    request: { type: "string", short: "X" },
    silent: { type: "boolean", short: "s" }
  }
})

const headers = (values.header ?? []).map((header): [string, string] => {
  const [name = "", value = ""] = header.split(/:\s*/, 2)
  return [name, value]
})

/** Makes a form from parts: `name=value`, or `name=@path;type=mime/type` for a file. */
const formOf = (parts: ReadonlyArray<string>): FormData => {
  const form = new FormData()
  for (const part of parts) {
    const [, name = "", path, type, value = ""] = /^(\w+)=(?:@([^;]+);type=(.+)|(.*))$/s.exec(part) ?? []
    if (path === undefined) form.append(name, value)
    else form.append(name, new Blob([Bun.file(path)], { type: type! }), path)
  }
  return form
}

const body = values.form === undefined ? values.data : formOf(values.form)

const response = await fetch(positionals[0] ?? "", {
  method: values.request ?? (body === undefined ? "GET" : "POST"),
  headers,
  ...(body === undefined ? {} : { body })
}).catch(() => {
  // The exit code with which curl reports a failed connection.
  process.exit(7)
})
await Bun.write(Bun.stdout, await response.text())
