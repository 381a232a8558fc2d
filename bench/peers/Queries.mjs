/** The SQL statements of all peers, read once. */
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("../sql/", import.meta.url))

/** The texts, with `$1`, by file name. */
export const queries = Object.fromEntries(
  readdirSync(folder).map((file) => [file.replace(".sql", ""), readFileSync(folder + file, "utf8").trim()])
)

/**
 * Returns the same statements for drivers that take tagged templates. `sql` gets what the compiler would make of a
 * template literal: the same array at every call.
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
