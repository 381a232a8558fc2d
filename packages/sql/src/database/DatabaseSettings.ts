/** Where the data is: what the environment says of it. */
import { Config, Duration, Option, Redacted, Schema } from "effect"
import { objection } from "./DataDirectory.ts"

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** With a slash in its password, an address has a host that nobody meant, and the true one ends up in the path. */
const isAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && !url.pathname.includes("@") &&
    [url.username, url.password, url.pathname].every(isDecodable)
}

/** The address of a PostgreSQL server (PostgreSQL's documentation, "Connection URIs"). */
export const DatabaseUrl = Schema.String.check(Schema.makeFilter(isAddress, {
  expected: "postgres://user:password@host:5432/database, with each of @ / ? # % in a user or password written as " +
    "%40 %2F %3F %23 %25"
}))

const url = Config.option(Config.map(Config.schema(DatabaseUrl, "DATABASE_URL"), (url) => Redacted.make(url)))

const directory = Config.String("CANDOR_DATA_DIR").pipe(Config.withDefault(".candor"))

/** `DATABASE_URL` and `CANDOR_DATA_DIR`: the address of a server, or else a directory. */
export const location = Config.all({ url, directory })

const Usable = Schema.String.check(
  Schema.makeFilter((directory) => objection(directory) ?? true)
)

/** The directory has to be one that can be used where no server is named. */
const usable = Config.flatMap(Config.option(Config.String("DATABASE_URL")), (server) =>
  Option.isSome(server) ? directory : Config.schema(Usable, "CANDOR_DATA_DIR").pipe(Config.withDefault(".candor")))

const Connections = Schema.Int.check(
  Schema.isBetween({ minimum: 2, maximum: 1000 }, { expected: "an integer from 2 to 1000" })
)

/** `CANDOR_DATABASE_CONNECTIONS`: the connections of a process to its PostgreSQL server, besides two for admission. */
export const connections = Config.schema(Connections, "CANDOR_DATABASE_CONNECTIONS").pipe(Config.withDefault(10))

/** `CANDOR_DATABASE_WAIT`: how long a service that starts waits for a server that does not answer yet. */
export const wait = Config.Duration("CANDOR_DATABASE_WAIT").pipe(Config.withDefault(Duration.minutes(2)))

/** The settings of the database in the environment, each by itself. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [url, usable, connections, wait]
