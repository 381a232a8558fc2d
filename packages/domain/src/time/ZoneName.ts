/** Names of time zones: those of the IANA database, including older names such as `US/Pacific`. */
import { Schema } from "effect"
import { cleanLine } from "../CleanText.ts"
import { named } from "../Described.ts"
import { converted, shownAs } from "../Text.ts"
import { pack } from "./zonePack.ts"
import { because } from "../IssueReason.ts"

const names = new Map(pack.zones.flatMap(({ names }) => names.split(" ")).map((name) => [name.toLowerCase(), name]))

/** A name that this version of Candor knows. */
export const ZoneName = Schema.String.check(
  Schema.makeFilter<string>((name) => names.get(name.toLowerCase()) === name, {
    expected: "the name of a time zone, for example Europe/Berlin",
    ...because("not_time_zone")
  })
).pipe(Schema.brand("ZoneName"))
export type ZoneName = typeof ZoneName.Type

const description = "A time zone, as an IANA name"
const format = { maxLength: 40, pattern: "^[A-Za-z][A-Za-z0-9_+/-]*$" }

/** A time zone in a response. */
export const ShownZoneName = shownAs(format).pipe(
  Schema.brand("ZoneName"),
  named("TimeZone", description, "Europe/Berlin")
)

/** A time zone in a request, in any case of letters. A space may replace the underscore in `America/New_York`. */
export const ZoneNameFromText = converted(
  format,
  (text) => {
    const name = cleanLine(text).replaceAll(" ", "_")
    return names.get(name.toLowerCase()) ?? name
  },
  Schema.String
).pipe(Schema.decodeTo(ZoneName))
