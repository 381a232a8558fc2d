/** Which sources and campaigns bring applicants, and what has become of them. */
import { Schema, Struct } from "effect"
import { ApplicationListItem } from "../application/Application.ts"
import { applicationFilters } from "../application/ApplicationFilter.ts"
import { described, named } from "../Described.ts"
import { Source } from "../submission/Source.ts"

/** The most sources, and the most campaigns, with a count of their own: those with the most applications. */
export const maxSources = 50

/** Selects applications; both times are exclusive. */
export const SourceFilter = Schema.Struct(
  Struct.pick(applicationFilters("applications"), ["job_id", "created_after", "created_before"])
)
export interface SourceFilter extends Schema.Schema.Type<typeof SourceFilter> {}

const count = (description: string, value: number) => Schema.Int.pipe(described(description, value))

const counts = {
  applications: count("The number of applications", 12),
  active: count("The number of active applications", 7),
  hired: count("The number of hired applications", 1),
  rejected: count("The number of rejected applications", 3),
  withdrawn: count("The number of withdrawn applications", 1)
}

export const SourceCounts = Schema.Struct(counts).pipe(named("SourceCounts", "Numbers of applications"))
export interface SourceCounts extends Schema.Schema.Type<typeof SourceCounts> {}

export const SourceTypeCounts = Schema.Struct({ source_type: ApplicationListItem.fields.source_type, ...counts }).pipe(
  named("SourceTypeCounts", "The numbers of applications of a source")
)
export interface SourceTypeCounts extends Schema.Schema.Type<typeof SourceTypeCounts> {}

const { source, utm_campaign, utm_medium, utm_source } = Source.fields

export const CampaignCounts = Schema.Struct({
  source,
  utm_source,
  utm_medium,
  utm_campaign,
  referrer: Schema.NullOr(Schema.String).pipe(
    described("The host of the page with the link; null if missing", "news.example.com")
  ),
  ...counts
}).pipe(
  named(
    "CampaignCounts",
    "The numbers of applications of a campaign: of links with the same parameters on the same site"
  )
)
export interface CampaignCounts extends Schema.Schema.Type<typeof CampaignCounts> {}

const others = (what: string) =>
  Schema.NullOr(SourceCounts).pipe(described(`The ${what} beyond the ${maxSources} largest; null if there are none`))

export const SourceOverview = Schema.Struct({
  source_types: Schema.Array(SourceTypeCounts).pipe(
    described(`The ${maxSources} sources with the most applications, largest first`)
  ),
  other_source_types: others("applications of sources"),
  campaigns: Schema.Array(CampaignCounts).pipe(
    described(
      `The ${maxSources} campaigns with the most applications, by each application's first submission, largest ` +
        "first; applications without a campaign are left out"
    )
  ),
  other_campaigns: others("applications of campaigns")
}).pipe(named("SourceOverview", "The applications of each source and campaign"))
export interface SourceOverview extends Schema.Schema.Type<typeof SourceOverview> {}
