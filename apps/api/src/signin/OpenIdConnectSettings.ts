/** The settings of the identity provider by which members may sign in. */
import { Config, Option, Redacted, Schema } from "effect"

/** Whether a host is this machine, for which no TLS is needed. */
export const isLoopback = ({ hostname }: URL): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(hostname)

const Issuer = Schema.String.check(
  Schema.makeFilter((text) => {
    const url = URL.parse(text)
    return url !== null && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url)))
  }, { expected: "an https address, for example https://login.acme.example" })
)

const issuer = Config.option(Config.schema(Issuer, "CANDOR_OIDC_ISSUER"))

/** `CANDOR_OIDC_ISSUER` and its related settings; none if there is no identity provider. */
export const identityProvider = Config.flatMap(
  issuer,
  Option.match({
    onNone: () => Config.succeed(Option.none()),
    onSome: (issuer) =>
      Config.map(
        Config.all({
          clientId: Config.String("CANDOR_OIDC_CLIENT_ID"),
          clientSecret: Config.map(Config.Redacted("CANDOR_OIDC_CLIENT_SECRET"), Redacted.value)
        }),
        (client) => Option.some({ issuer: new URL(issuer), ...client })
      )
  })
)
export type IdentityProvider = Option.Option.Value<Config.Success<typeof identityProvider>>

export const settings: ReadonlyArray<Config.Config<unknown>> = [issuer, identityProvider]
