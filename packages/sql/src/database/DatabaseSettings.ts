/** The location of the database, from environment variables. */
import { Config, Duration, Option, Redacted, Schema } from "effect"
import { fromEnvironment, read, variableNames } from "./ConnectionParameters.ts"
import { InvalidConnection, type Parameters } from "./ConnectionUri.ts"
import { objection } from "./DataDirectory.ts"
import * as PasswordFile from "./PasswordFile.ts"
import * as ServerTls from "./ServerTls.ts"

/** libpq's variables, for what the address leaves out. */
export const parameters: Config.Config<Parameters> = Config.map(
  Config.all(variableNames.map((name) => Config.option(Config.String(name)))),
  (values) =>
    fromEnvironment(Object.fromEntries(variableNames.map((name, at) => [name, Option.getOrUndefined(values[at]!)])))
)

/**
 * Returns why an address cannot be used, and what would be accepted; undefined if it can. Reads the files that it
 * names.
 */
const flaw = (url: string, parameters: Parameters): string | undefined => {
  try {
    const target = PasswordFile.applied(read(url, parameters))
    for (const host of target.hosts) ServerTls.options(target.tls, host)
    return undefined
  } catch (error) {
    if (error instanceof InvalidConnection) return error.message
    throw error
  }
}

/** The address of a PostgreSQL server (PostgreSQL's documentation, "Connection URIs"). */
const url = Config.option(Config.flatMap(parameters, (parameters) =>
  Config.map(
    Config.schema(Schema.String.check(Schema.makeFilter((url) => flaw(url, parameters) ?? true)), "DATABASE_URL"),
    (url) => Redacted.make(url)
  )))

const directory = Config.String("CANDOR_DATA_DIR").pipe(Config.withDefault(".candor"))

/** `DATABASE_URL` and `CANDOR_DATA_DIR`: the address of a server, or else a directory. */
export const location = Config.all({ url, directory })

const Usable = Schema.String.check(
  Schema.makeFilter((directory) => objection(directory) ?? true)
)

/** If no server is named, the data directory must be usable. */
const usable = Config.flatMap(
  Config.option(Config.String("DATABASE_URL")),
  (server) =>
    Option.isSome(server) ? directory : Config.schema(Usable, "CANDOR_DATA_DIR").pipe(Config.withDefault(".candor"))
)

const Connections = Schema.Int.check(
  Schema.isBetween({ minimum: 2, maximum: 1000 }, { expected: "an integer from 2 to 1000" })
)

/**
 * `CANDOR_DATABASE_CONNECTIONS`: the connections of a process to its PostgreSQL server, not counting two for
 * authentication.
 */
export const connections = Config.schema(Connections, "CANDOR_DATABASE_CONNECTIONS").pipe(Config.withDefault(10))

/** `CANDOR_DATABASE_WAIT`: how long a starting service waits for a server that does not answer yet. */
export const wait = Config.Duration("CANDOR_DATABASE_WAIT").pipe(Config.withDefault(Duration.minutes(2)))

/** Each setting of the database, to be checked separately. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [url, usable, connections, wait]
