/** Where the server listens, and the base address of the interface that follows from it. */
import { Config, Schema } from "effect"

export interface Address {
  readonly hostname: string
  readonly port: number
  /** Whether other processes may listen there too; Linux then spreads connections over them. */
  readonly reusePort?: boolean
}

export const Port = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 65_535 }, { expected: "an integer from 0 (any free port) to 65535" })
)

/** `HOST`, `PORT` and `CANDOR_SHARE_PORT`. */
export const address: Config.Config<Address> = Config.all({
  hostname: Config.String("HOST").pipe(Config.withDefault("127.0.0.1")),
  port: Config.schema(Port, "PORT").pipe(Config.withDefault(3000)),
  reusePort: Config.Boolean("CANDOR_SHARE_PORT").pipe(Config.withDefault(false))
})

/** Addresses that mean every interface can be listened on and not be called; the local one of the kind can. */
const callable: { readonly [hostname: string]: string } = { "0.0.0.0": "127.0.0.1", "::": "::1" }

/** The base address with the version prefix (spec, part 9), as a client on this machine calls it. */
export const baseUrl = ({ hostname, port }: Address): string => {
  const host = callable[hostname] ?? hostname
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}/api/v1`
}
