/** The settings of calendars. */
import { Config } from "effect"

/** `CANDOR_CALENDAR_PRIVATE=allow`: calendars may be in private networks, and at addresses without encryption. */
export const privateCalendars = Config.Literals(["refuse", "allow"], "CANDOR_CALENDAR_PRIVATE").pipe(
  Config.withDefault("refuse"),
  Config.map((addresses) => addresses === "allow")
)

/** All settings, for the check at the start of a program. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [privateCalendars]
