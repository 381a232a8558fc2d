/** The source of an applicant according to links and browsers, independent of what the person wrote. */
import { Schema } from "effect"
import { cleanPersonLine } from "../CleanText.ts"
import { described, named } from "../Described.ts"

/** The query parameters of links to a posting. */
export const sourceParameters = [
  "source",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "referrer"
] as const

const maxLength = 200

const part = (description: string, example: string | null) =>
  Schema.NullOr(Schema.String).pipe(described(`${description}; null if missing`, example))

export const Source = Schema.Struct({
  source: part("The parameter `source` of the link", "newsletter"),
  utm_source: part("The parameter `utm_source` of the link", null),
  utm_medium: part("The parameter `utm_medium` of the link", null),
  utm_campaign: part("The parameter `utm_campaign` of the link", "autumn-2026"),
  utm_term: part("The parameter `utm_term` of the link", null),
  utm_content: part("The parameter `utm_content` of the link", null),
  referrer: part("The address of the page with the link, or its host", "https://news.example.com/")
}).pipe(named("SubmissionSource", "Where an applicant came from, as reported by links and browsers"))
export interface Source extends Schema.Schema.Type<typeof Source> {}

/** Returns a parameter as it is stored: a line of at most 200 characters. A repeated parameter has all values. */
const kept = (given: unknown): string | null => {
  const value = Array.isArray(given) ? given.filter((one) => typeof one === "string").slice(0, 10).join(", ") : given
  const line = typeof value === "string"
    ? cleanPersonLine(value.slice(0, 2 * maxLength).toWellFormed().replaceAll("\u0000", ""))
    : ""
  return line === "" ? null : Array.from(line).slice(0, maxLength).join("")
}

export const sourceIn = (fields: Readonly<Record<string, unknown>>): Source =>
  Object.fromEntries(sourceParameters.map((name) => [name, kept(fields[name])])) as unknown as Source

/** Returns the host of an address, or the text itself if it is only a host, as the form's page sends it. */
const hostOf = (address: string | null): string | null =>
  address === null
    ? null
    : URL.parse(/^[a-z]+:\/\//i.test(address) ? address : `https://${address}`)?.hostname.replace(/^www\./, "") || null

/** Returns the source of an application: the one in the link, or else the site that linked to it. */
export const sourceTypeOf = ({ referrer, source, utm_source }: Source): string =>
  source ?? utm_source ?? hostOf(referrer) ?? "careers_site"
