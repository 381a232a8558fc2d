/** The settings for apps that members connect. */
import { Config } from "effect"

/** `CANDOR_APP_REGISTRATION`: whether apps without a metadata document on the web may register (RFC 7591). */
export const appRegistration = Config.Literals(["on", "off"], "CANDOR_APP_REGISTRATION").pipe(
  Config.withDefault("on"),
  Config.map((registration) => registration === "on")
)

/**
 * `CANDOR_APP_PRIVATE=allow`, for development: metadata documents may be on private addresses and without encryption.
 */
export const privateApps = Config.Literals(["refuse", "allow"], "CANDOR_APP_PRIVATE").pipe(
  Config.withDefault("refuse"),
  Config.map((addresses) => addresses === "allow")
)

export const settings: ReadonlyArray<Config.Config<unknown>> = [appRegistration, privateApps]
