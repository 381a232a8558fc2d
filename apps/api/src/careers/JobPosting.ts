/**
 * A job as `JobPosting` of schema.org, with all that Google requires and recommends (see GoogleProblems.ts of the
 * domain).
 */
import type { PublicBoard, PublicJob, PublicJobDetail } from "@candor/domain/board/PublicBoard"
import { countryOf, regionName, wholeCountries } from "@candor/domain/job/Region"
import { htmlOf } from "./Markdown.ts"

const employmentTypes = {
  full_time: "FULL_TIME",
  part_time: "PART_TIME",
  contract: "CONTRACTOR",
  temporary: "TEMPORARY",
  internship: "INTERN",
  other: "OTHER"
} as const

const names = new Intl.DisplayNames(["en"], { type: "region" })

/** Leaves out empty fields. */
const told = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], null | undefined>
  }

const places = ({ location, locations }: PublicJob) =>
  locations.length > 0
    ? locations.map(({ city, country, postal_code, region, street }) => ({
      "@type": "Place" as const,
      address: {
        "@type": "PostalAddress" as const,
        ...told({
          streetAddress: street,
          addressLocality: city,
          addressRegion: region,
          postalCode: postal_code,
          addressCountry: country
        })
      }
    }))
    : location === null
    ? undefined
    : [{ "@type": "Place" as const, address: { "@type": "PostalAddress" as const, addressLocality: location } }]

/** Where remote workers may live: the regions and countries of the job, or else the countries of its places. */
const areas = ({ locations, remote_countries, remote_regions, workplace_type }: PublicJob) => {
  if (workplace_type !== "remote") return undefined
  const isLimited = remote_countries.length + remote_regions.length > 0
  const codes = isLimited
    ? wholeCountries({ remote_countries, remote_regions })
    : [...new Set(locations.flatMap(({ country }) => country ?? []))]
  const all = [
    ...remote_regions.map((region) => ({
      "@type": "AdministrativeArea" as const,
      name: `${regionName(region)}, ${names.of(countryOf(region)) ?? countryOf(region)}`
    })),
    ...codes.map((code) => ({ "@type": "Country" as const, name: names.of(code) ?? code }))
  ]
  return all.length === 0 ? undefined : all
}

const salary = ({ salary_currency, salary_max, salary_min, salary_timeframe }: PublicJob) =>
  salary_currency === null || (salary_min === null && salary_max === null)
    ? undefined
    : {
      "@type": "MonetaryAmount" as const,
      currency: salary_currency,
      value: {
        "@type": "QuantitativeValue" as const,
        ...(salary_min === salary_max
          ? told({ value: salary_min })
          : told({ minValue: salary_min, maxValue: salary_max })),
        ...told({ unitText: salary_timeframe?.toUpperCase() })
      }
    }

/** Returns the structured data of a job's posting, as JSON-LD has them. */
export const jobPosting = (board: PublicBoard, job: PublicJobDetail) => ({
  "@context": "https://schema.org" as const,
  "@type": "JobPosting" as const,
  title: job.title,
  description: htmlOf(job.description_md).text,
  datePosted: job.published_at.slice(0, 10),
  url: job.url,
  directApply: true,
  identifier: { "@type": "PropertyValue" as const, name: board.organization_name, value: job.public_slug },
  hiringOrganization: {
    "@type": "Organization" as const,
    name: board.organization_name,
    sameAs: board.url,
    ...told({ logo: board.logo_url })
  },
  ...told({
    validThrough: job.valid_through,
    employmentType: job.employment_type === null ? null : employmentTypes[job.employment_type],
    jobLocationType: job.workplace_type === "remote" ? "TELECOMMUTE" as const : undefined,
    applicantLocationRequirements: areas(job),
    // With a place, Google would show a remote job in that place only.
    jobLocation: job.workplace_type === "remote" && areas(job) !== undefined ? undefined : places(job),
    baseSalary: salary(job),
    inLanguage: job.language,
    occupationalCategory: job.department
  })
})
