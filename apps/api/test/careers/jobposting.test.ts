/** The data of postings, held against the types of schema.org and what Google requires of a `JobPosting`. */
import type { PublicJobDetail } from "@candor/domain/board/PublicBoard"
import type { JobLocation } from "@candor/domain/job/Posting"
import { problemsForGoogle } from "@candor/domain/job/GoogleProblems"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import type { JobPosting, WithContext } from "schema-dts"
import { jobPosting } from "../../src/careers/JobPosting.ts"
import { board, plain } from "./Sample.ts"

const place = (city: string | null, country: string | null, more: Partial<JobLocation> = {}): JobLocation => ({
  street: null,
  city,
  region: null,
  postal_code: null,
  country,
  ...more
})

const [hamburg, bern, nowhere] = [
  place("Hamburg", "DE", { street: "Am Kaiserkai 1", postal_code: "20457" }),
  place("Bern", "CH"),
  place("Ulm", null)
]

/** What differs from the plain job, the fields for which Google hides it, and a part of its data. */
type Row = readonly [name: string, job: Partial<PublicJobDetail>, hiddenBy: ReadonlyArray<string>, data: object]

const at = (...locations: ReadonlyArray<JobLocation>) => ({ locations })
const remote = (...countries: ReadonlyArray<string>) => ({
  workplace_type: "remote" as const,
  remote_countries: countries
})
const pay = (
  min: number | null,
  max: number | null,
  timeframe: PublicJobDetail["salary_timeframe"],
  currency: string | null = "EUR"
) => ({ ...at(hamburg), salary_min: min, salary_max: max, salary_timeframe: timeframe, salary_currency: currency })
const amount = (value: object, currency = "EUR") => ({
  baseSalary: { "@type": "MonetaryAmount", currency, value: { "@type": "QuantitativeValue", ...value } }
})
const address = (parts: object) => ({ "@type": "Place", address: { "@type": "PostalAddress", ...parts } })
const country = (name: string) => ({ "@type": "Country", name })
/** What the data have not. */
const without = (name: string) => ({ [name]: undefined })

const rows: ReadonlyArray<Row> = [
  ["one place", at(hamburg), [], {
    jobLocation: [
      address({
        streetAddress: "Am Kaiserkai 1",
        addressLocality: "Hamburg",
        postalCode: "20457",
        addressCountry: "DE"
      })
    ]
  }],
  ["places in several countries", at(hamburg, bern), [], {
    jobLocation: [expect.anything(), address({ addressLocality: "Bern", addressCountry: "CH" })]
  }],
  ["a place with a region", at(place("Austin", "US", { region: "TX" })), [], {
    jobLocation: [address({ addressLocality: "Austin", addressRegion: "TX", addressCountry: "US" })]
  }],
  ["a country alone", at(place(null, "AT")), [], { jobLocation: [address({ addressCountry: "AT" })] }],
  ["a place without a country", at(nowhere), ["locations"], { jobLocation: [address({ addressLocality: "Ulm" })] }],
  ["one of its places without a country", at(hamburg, nowhere), ["locations"], {}],
  ["a text for its place", { location: "Hamburg" }, ["locations"], {
    jobLocation: [address({ addressLocality: "Hamburg" })]
  }],
  ["no place", {}, ["locations"], {}],
  ["hybrid work", { ...at(hamburg), workplace_type: "hybrid" }, [], { jobLocation: [expect.anything()] }],
  ["no kind of workplace", { ...at(hamburg), workplace_type: null }, [], { jobLocation: [expect.anything()] }],
  ["remote work in a country", remote("DE"), [], {
    jobLocationType: "TELECOMMUTE",
    applicantLocationRequirements: [country("Germany")]
  }],
  ["remote work in states", { ...remote("AT", "US"), remote_regions: ["DE-BY", "US-CA", "FR-IDF"] }, [], {
    applicantLocationRequirements: [
      { "@type": "AdministrativeArea", name: "Bavaria, Germany" },
      { "@type": "AdministrativeArea", name: "California, United States" },
      { "@type": "AdministrativeArea", name: "FR-IDF, France" },
      country("Austria")
    ]
  }],
  ["remote work in several countries", remote("AT", "CH", "DE"), [], {
    applicantLocationRequirements: [country("Austria"), country("Switzerland"), country("Germany")]
  }],
  ["remote work with a place", { ...remote("DE"), ...at(hamburg) }, [], {
    jobLocationType: "TELECOMMUTE",
    applicantLocationRequirements: [country("Germany")]
  }],
  ["remote work that has a place alone", { ...remote(), ...at(hamburg, hamburg, bern) }, [], {
    applicantLocationRequirements: [country("Germany"), country("Switzerland")]
  }],
  ["remote work anywhere", remote(), ["remote_countries"], { jobLocationType: "TELECOMMUTE" }],
  ["remote work at a place without a country", { ...remote(), ...at(nowhere) }, ["remote_countries"], {
    jobLocation: [address({ addressLocality: "Ulm" })]
  }],
  ["pay a year", pay(60_000, 80_000, "year"), [], amount({ minValue: 60_000, maxValue: 80_000, unitText: "YEAR" })],
  [
    "pay a month",
    pay(5000, 6000, "month", "CHF"),
    [],
    amount({ minValue: 5000, maxValue: 6000, unitText: "MONTH" }, "CHF")
  ],
  ["pay a week", pay(900, 1000, "week"), [], amount({ minValue: 900, maxValue: 1000, unitText: "WEEK" })],
  ["pay a day", pay(300, 400, "day"), [], amount({ minValue: 300, maxValue: 400, unitText: "DAY" })],
  [
    "pay an hour",
    pay(18.5, 21.75, "hour", "USD"),
    [],
    amount({ minValue: 18.5, maxValue: 21.75, unitText: "HOUR" }, "USD")
  ],
  ["one amount", pay(60_000, 60_000, "year"), [], amount({ value: 60_000, unitText: "YEAR" })],
  ["a least pay", pay(60_000, null, "year"), [], amount({ minValue: 60_000, unitText: "YEAR" })],
  ["a highest pay", pay(null, 80_000, "year"), [], amount({ maxValue: 80_000, unitText: "YEAR" })],
  ["pay for no time", pay(60_000, 80_000, null), [], amount({ minValue: 60_000, maxValue: 80_000 })],
  ["pay in no currency", pay(60_000, 80_000, "year", null), [], without("baseSalary")],
  ["no pay", at(hamburg), [], without("baseSalary")],
  ["unpaid work", pay(0, 0, "month"), [], amount({ value: 0, unitText: "MONTH" })],
  ["part time", { ...at(hamburg), employment_type: "part_time" }, [], { employmentType: "PART_TIME" }],
  ["a contract", { ...at(hamburg), employment_type: "contract" }, [], { employmentType: "CONTRACTOR" }],
  ["a time alone", { ...at(hamburg), employment_type: "temporary" }, [], { employmentType: "TEMPORARY" }],
  ["an internship", { ...at(hamburg), employment_type: "internship" }, [], { employmentType: "INTERN" }],
  ["another employment", { ...at(hamburg), employment_type: "other" }, [], { employmentType: "OTHER" }],
  ["no kind of employment", { ...at(hamburg), employment_type: null }, [], without("employmentType")],
  ["an end", { ...at(hamburg), valid_through: Timestamp.make("2026-12-31T23:59:59.999Z") }, [], {
    validThrough: "2026-12-31T23:59:59.999Z"
  }],
  ["no end", at(hamburg), [], without("validThrough")],
  ["no description", { ...at(hamburg), description_md: null }, ["description_md"], { description: "" }],
  ["a description of spaces", { ...at(hamburg), description_md: " \n" }, ["description_md"], {}],
  ["a description with HTML", { ...at(hamburg), description_md: "<b>Bold</b>" }, [], {
    description: "<p>&lt;b&gt;Bold&lt;/b&gt;</p>"
  }],
  ["no department", { ...at(hamburg), department: null }, [], without("occupationalCategory")],
  ["no language", { ...at(hamburg), language: null }, [], without("inLanguage")],
  ["no description and no place", { description_md: "" }, ["description_md", "locations"], {}]
]

test("there are 40 jobs at least", () => {
  expect(rows.length).toBeGreaterThanOrEqual(40)
})

describe.each(rows)("a job with %s", (_, changes, hiddenBy, data) => {
  const job = { ...plain, ...changes }
  // The types of schema.org.
  const posting: WithContext<JobPosting> = jobPosting(board, job)
  const problems = problemsForGoogle({ ...job, listing: "public", is_confidential: false, show_salary: true })

  test("has data as schema.org names them", () => {
    expect(posting).toMatchObject({
      "@type": "JobPosting",
      title: job.title,
      datePosted: "2026-10-01",
      directApply: true
    })
    // A copy: the matcher puts what it expects in the place of what it gets.
    expect({ ...Object.fromEntries(Object.keys(data).map((name) => [name, undefined])), ...structuredClone(posting) })
      .toMatchObject(data)
    expect(JSON.stringify(posting)).not.toContain("null")
  })

  test("has all that Google requires, or it is said in words what is missing", () => {
    expect(problems.filter(({ hides }) => hides).map(({ field }) => field)).toEqual(hiddenBy as never)
    const { applicantLocationRequirements, description, hiringOrganization, jobLocation } =
      posting as unknown as Record<string, unknown>
    const isPlaced = Array.isArray(applicantLocationRequirements) ||
      (Array.isArray(jobLocation) && job.workplace_type !== "remote" &&
        jobLocation.every((one) => "addressCountry" in one.address))
    expect(hiringOrganization).toMatchObject({ name: "Harbor Analytics", logo: board.logo_url })
    expect(isPlaced && description !== "").toBe(hiddenBy.length === 0)
  })
})

test("what Google recommends and a job lacks is said after what it requires", () => {
  const problems = problemsForGoogle({
    ...plain,
    ...pay(1, 2, null),
    ...at(nowhere),
    employment_type: null,
    listing: "unlisted",
    is_confidential: false,
    show_salary: false
  })
  expect(problems.map(({ message }) => message)).toEqual([
    "Google won't show this job: it isn't listed on the careers site",
    "Google won't show this job: it has no country",
    "Google shows less detail for this job: the employment type is missing",
    "Google shows less detail for this job: its salary is hidden from candidates",
    "Google shows less detail for this job: it has no application deadline"
  ])
  const salary = { ...plain, ...at(hamburg), show_salary: true, is_confidential: false, listing: "public" } as const
  const fields = (more: object) => problemsForGoogle({ ...salary, ...more }).map(({ field }) => field)
  expect(fields({ salary_min: 1 })).toEqual(["salary_currency", "valid_through"])
  expect(fields({ salary_max: 1, salary_currency: "EUR" })).toEqual(["salary_timeframe", "valid_through"])
  expect(fields({ ...remote(), locations: [hamburg] })).toEqual(["remote_countries", "salary_min", "valid_through"])
  expect(fields({ locations: [place(null, "DE")] })).toEqual(["locations", "salary_min", "valid_through"])
})
