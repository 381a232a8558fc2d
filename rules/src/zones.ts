/** Time zones come from Candor's own data: the data of the runtime, the browser and the database may be outdated. */
import { file, isCode, isTest, matches, type Rule } from "./Rule.ts"

const everywhere = [
  ["another zone than UTC in Intl", String.raw`\btimeZone\s*:\s*(?!\s*"UTC")[^,})\n]+`],
  ["Temporal", String.raw`\bTemporal\.\w+`],
  ["a zone of DateTime", String.raw`\bDateTime\.\w*[zZ]one\w*`],
  [
    "another zone than UTC in SQL",
    String
      .raw`\bAT\s+TIME\s+ZONE\s+(?!'UTC')\S+|\bSET\s+(?:LOCAL\s+|SESSION\s+)?TIME\s*ZONE\s+(?!'UTC')\S+|\btimezone\s*\(`
  ]
] as const

/** On a page, a time is in its reader's zone, from the browser. */
const onServers = [
  ["Intl in the zone of the machine", String.raw`\bIntl\.DateTimeFormat\((?![^\n]*timeZone: "UTC")[^\n]*`],
  [
    "a date in the zone of the machine",
    String.raw`\.(?:[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes)|getTimezoneOffset|toLocale(?:Date|Time)String)\(`
  ]
] as const

const isProduct = (path: string) => /^(?:apps|packages)\/[^/]+\/src\//.test(path) && !isTest(path)

export const zones: Rule = {
  name: "time zones come from their own data",
  why:
    "the runtime is wrong about Vancouver in December 2026, and the database about others (docs/decisions/0088-time-zones.md)",
  check: (files) =>
    files.filter((source) => isCode(source) && isProduct(source.path)).flatMap((source) =>
      [...everywhere, ...source.path.startsWith("apps/console/") ? [] : onServers].flatMap(([what, pattern]) =>
        matches(source, new RegExp(pattern, "gi"), ([text]) => `${what}: ${text}`)
      )
    ),
  planted: [
    {
      files: [file("apps/console/src/One.tsx", `new Intl.DateTimeFormat("en", { timeZone: zone })`)],
      says: "another zone than UTC in Intl"
    },
    {
      files: [file("packages/mail/src/One.ts", `new Intl.DateTimeFormat("en", { timeZone: "Europe/Berlin" })`)],
      says: "another zone than UTC in Intl"
    },
    { files: [file("apps/api/src/One.ts", `Temporal.Now.zonedDateTimeISO("Europe/Berlin")`)], says: "Temporal" },
    {
      files: [file("packages/domain/src/One.ts", `DateTime.makeZoned(now, { timeZone })`)],
      says: "a zone of DateTime"
    },
    { files: [file("packages/domain/src/One.ts", `DateTime.zoneMakeNamedUnsafe(name)`)], says: "a zone of DateTime" },
    {
      files: [file("packages/sql/src/One.ts", "sql`SELECT at AT TIME ZONE ${zone} FROM x`")],
      says: "another zone than UTC in SQL"
    },
    {
      files: [file("packages/sql/src/One.ts", "sql`SELECT at at time zone o.time_zone FROM x`")],
      says: "another zone than UTC in SQL"
    },
    {
      files: [file("packages/sql/src/One.ts", "sql`SELECT timezone('Asia/Tokyo', at) FROM x`")],
      says: "another zone than UTC in SQL"
    },
    {
      files: [file("packages/sql/src/One.ts", "sql`SET LOCAL TIME ZONE 'Asia/Tokyo'`")],
      says: "another zone than UTC in SQL"
    },
    {
      files: [file("packages/mail/src/One.ts", `new Intl.DateTimeFormat(language, { dateStyle: "long" })`)],
      says: "Intl in the zone of the machine"
    },
    {
      files: [file("packages/background/src/One.ts", "if (new Date(time).getHours() < 6) return")],
      says: "a date in the zone of the machine"
    },
    {
      files: [file("apps/api/src/One.ts", "new Date(time).toLocaleDateString()")],
      says: "a date in the zone of the machine"
    }
  ]
}
