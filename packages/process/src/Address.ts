/** Where the server listens, and the base address of the interface that follows from it. */
import { Config, Schema, SchemaTransformation } from "effect"

export interface Address {
  readonly hostname: string
  readonly port: number
  /** Whether other processes may listen there too; Linux then spreads connections over them. */
  readonly reusePort?: boolean
}

const maxPort = 65_535

const isPort = Schema.makeFilter<string>((text) => /^\d{1,5}$/.test(text) && Number(text) <= maxPort, {
  expected: `an integer from 0 (any free port) to ${maxPort}`
})

/** The number of a port, written as one. */
export const Port = Schema.String.check(isPort).pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.numberFromString))

const variables = {
  hostname: Config.String("HOST").pipe(Config.withDefault("127.0.0.1")),
  port: Config.schema(Port, "PORT").pipe(Config.withDefault(3000)),
  reusePort: Config.Boolean("CANDOR_SHARE_PORT").pipe(Config.withDefault(false))
}

/** `HOST`, `PORT` and `CANDOR_SHARE_PORT`, each by itself. */
export const settings: ReadonlyArray<Config.Config<unknown>> = Object.values(variables)

/** `HOST`, `PORT` and `CANDOR_SHARE_PORT`. */
export const address: Config.Config<Address> = Config.all(variables)

/** Addresses that mean every interface can be listened on and not be called; the local one of the kind can. */
const callable: { readonly [hostname: string]: string } = { "0.0.0.0": "127.0.0.1", "::": "::1" }

/** The base address with the version prefix (spec, part 9), as a client on this machine calls it. */
export const baseUrl = ({ hostname, port }: Address): string => {
  const host = callable[hostname] ?? hostname
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}/api/v1`
}

/** The address is taken or not of this machine. `variable` sets its port. */
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
