/** The statements that every peer executes, read once. */
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("../sql/", import.meta.url))

/** Texts with `$1`, by the name of their file. */
export const queries = Object.fromEntries(
  readdirSync(folder).map((file) => [file.replace(".sql", ""), readFileSync(folder + file, "utf8").trim()])
)

/**
 * The same statements for drivers that take tagged templates: what `sql` is called with is what the
 * compiler makes of a template that is written out, the same array at every call.
 */
export const templates = (sql) =>
  Object.fromEntries(
    Object.entries(queries).map(([name, text]) => {
      const strings = text.split(/\$\d+/)
      Object.defineProperty(strings, "raw", { value: Object.freeze([...strings]) })
      Object.freeze(strings)
      const order = [...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n) - 1)
      return [name, (values) => sql(strings, ...order.map((at) => values[at]))]
    })
  )
