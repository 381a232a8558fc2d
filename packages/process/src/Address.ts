/** The address that the server listens on, and the base URL of the API on it. */
import { Config, Schema, SchemaTransformation } from "effect"

export interface Address {
  readonly hostname: string
  readonly port: number
  /** Whether other processes may listen on the same port. Linux then distributes connections over them. */
  readonly reusePort?: boolean
}

const maxPort = 65_535

const isPort = Schema.makeFilter<string>((text) => /^\d{1,5}$/.test(text) && Number(text) <= maxPort, {
  expected: `an integer from 0 (any free port) to ${maxPort}`
})

/** A port number, as text. */
export const Port = Schema.String.check(isPort).pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.numberFromString))

const variables = {
  hostname: Config.String("HOST").pipe(Config.withDefault("127.0.0.1")),
  port: Config.schema(Port, "PORT").pipe(Config.withDefault(3000)),
  reusePort: Config.Boolean("CANDOR_SHARE_PORT").pipe(Config.withDefault(false))
}

/** `HOST`, `PORT` and `CANDOR_SHARE_PORT`, to be checked separately. */
export const settings: ReadonlyArray<Config.Config<unknown>> = Object.values(variables)

/** `HOST`, `PORT` and `CANDOR_SHARE_PORT`. */
export const address: Config.Config<Address> = Config.all(variables)

/** Addresses for all interfaces cannot be connected to; the loopback address of the same family can. */
const callable: { readonly [hostname: string]: string } = { "0.0.0.0": "127.0.0.1", "::": "::1" }

/** Returns the base URL with the version prefix (spec, part 9), for clients on this machine. */
export const baseUrl = ({ hostname, port }: Address): string => {
  const host = callable[hostname] ?? hostname
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}/api/v1`
}

/** The address is in use, or is not of this machine. `variable` sets its port. */
export class CannotListen extends Schema.TaggedError<CannotListen>()("CannotListen", {
  hostname: Schema.String,
  port: Schema.Int,
  variable: Schema.Literals(["PORT", "WORKER_PORT"]),
  cause: Schema.Defect()
}) {
  override get message() {
    return `Cannot listen on ${this.hostname}:${this.port}. ` +
      `Set HOST and ${this.variable} to an address that is free. (${this.cause})`
  }
}
