/** The address of a PostgreSQL server (PostgreSQL's documentation, "Connection URIs"). */

/** Values by libpq's keyword. */
export type Parameters = Readonly<Record<string, string>>

/** An address cannot be used. The message says why, and what would be accepted. */
export class InvalidConnection extends Error {}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new InvalidConnection(expectedForm)
  }
}

/** The accepted form of an address. */
export const expectedForm =
  "postgres://user:password@host:5432/database, with each of @ / ? # % in a user or password written as " +
  "%40 %2F %3F %23 %25"

/**
 * Returns the parameters of an address by libpq's keywords, including empty ones of its query. A later parameter
 * replaces an earlier one. Throws `InvalidConnection`.
 */
export const parse = (url: string): Parameters => {
  const [, rest] = /^postgres(?:ql)?:\/\/(.*)$/s.exec(url) ?? []
  if (rest === undefined) throw new InvalidConnection(expectedForm)
  const [, authority = "", path = "", query] = /^([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s.exec(rest) ?? []
  // If a password has an unescaped slash, the host is cut off in the wrong place, and the true host is in the path or
  // the query.
  if (path.includes("@") || (!authority.includes("@") && query?.includes("@")))
    throw new InvalidConnection(expectedForm)
  const at = authority.lastIndexOf("@")
  const [user = "", ...secret] = authority.slice(0, Math.max(0, at)).split(":")
  const pairs = authority.slice(at + 1).split(",").map((one) => {
    const [, name, port = ""] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(one) ?? []
    if (name === undefined) throw new InvalidConnection(expectedForm)
    return { name: decoded(name.replace(/^\[(.*)\]$/, "$1")), port }
  })
  const found: Record<string, string> = {}
  const set = (name: string, value: string) => {
    if (value !== "") found[name] = value
  }
  set("user", decoded(user))
  set("password", decoded(secret.join(":")))
  if (pairs.some(({ name }) => name !== "")) set("host", pairs.map(({ name }) => name).join(","))
  if (pairs.some(({ port }) => port !== "")) set("port", pairs.map(({ port }) => port).join(","))
  set("dbname", decoded(path))
  for (const parameter of query === undefined || query === "" ? [] : query.split("&")) {
    const [, name, value] = /^([^=]*)=(.*)$/s.exec(parameter) ?? []
    if (name === undefined || value === undefined) throw new InvalidConnection(expectedForm)
    // libpq also accepts `ssl=true` of JDBC addresses.
    if (name === "ssl" && value === "true") found["sslmode"] = "require"
    else found[decoded(name)] = decoded(value)
  }
  return found
}
