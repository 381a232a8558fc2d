/** Rows of candidates, and of the AI profiles of those who have a LinkedIn URL. */
import { base } from "@candor/domain/job/Slug"
import type { Generator } from "./Generator.ts"
import { day, minute, timestamp, today } from "./Times.ts"
import type { Field, Trade } from "./Trades.ts"
import * as PersonValues from "./PersonValues.ts"

/** Makes a name with addresses that match it. */
export const person = (generator: Generator) => {
  const first = generator.firstName()
  const last = generator.lastName()
  const handle = `${base(first)}-${base(last)}`
  return {
    full_name: `${first} ${last}`,
    handle,
    email: `${handle.replace("-", ".")}.${generator.hex(4)}@${generator.one(PersonValues.mailDomains)}`,
    linkedin_url: `https://www.linkedin.com/in/${handle}-${generator.hex(6)}`
  }
}

/** Makes a phone number that belongs to nobody: numbers from 0171 39200 on are reserved for films and books. */
const phone = (chosen: number) => `+49 171 3920${chosen % 10} ${100 + chosen % 900}`

const candidate = (generator: Generator, organization_id: string, created: number) => {
  const { email, full_name, handle, linkedin_url } = person(generator)
  // Derived from the address, so that it takes no number from the generator and all other data stay the same.
  const chosen = Number.parseInt(/[0-9a-f]{4}(?=@)/.exec(email)![0], 16)
  return {
    organization_id,
    id: generator.id(created),
    full_name,
    primary_email: email,
    email_addresses: [
      { address: email, kind: "personal", is_primary: true },
      ...(chosen % 7 === 0 ? [{ address: `${handle}@work.example`, kind: "work", is_primary: false }] : [])
    ],
    phone_numbers: chosen % 10 < 7 ? [{ number: phone(chosen), kind: "mobile", is_primary: true }] : [],
    linkedin_url: generator.chance(0.85) ? linkedin_url : null,
    website_url: generator.chance(0.2) ? `https://${handle}.example` : null,
    github_url: generator.chance(0.4) ? `https://github.com/${handle}` : null,
    years_experience: generator.chance(0.92) ? generator.integer(0, 22) : null,
    university: generator.chance(0.85) ? generator.one(PersonValues.universities) : null,
    version: 1,
    created_at: timestamp(created),
    updated_at: timestamp(created)
  }
}
export type CandidateRow = ReturnType<typeof candidate>

const steps = 1_000_000

/** Chooses a time of the last 180 days, recent ones more often: a third are of the last month. */
const time = (generator: Generator): number =>
  today - Math.max(15 * minute, Math.floor(180 * day * (generator.integer(0, steps) / steps) ** 1.6))

/** Makes candidates, in the order of their creation. */
export const make = (generator: Generator, organization_id: string, count: number): ReadonlyArray<CandidateRow> =>
  Array.from({ length: count }, () => time(generator))
    .toSorted((a, b) => a - b)
    .map((created) => candidate(generator, organization_id, created))

const extracted = (
  generator: Generator,
  trade: Trade,
  field: Field,
  { university, years_experience }: CandidateRow
) => ({
  headline: `${seniority(years_experience)} ${field.work}`,
  current_company: generator.one(trade.companies),
  skills: generator.some(field.skills, generator.integer(3, 5)),
  languages: generator.some(PersonValues.languages, generator.integer(1, 3)),
  education: university === null ? [] : [{ school: university }],
  years_experience
})

const seniority = (years: number | null): string =>
  years === null || (years > 2 && years < 8) ? "Experienced" : years >= 8 ? "Senior" : "Junior"

const summary = (profile: ReturnType<typeof extracted>): string =>
  `${profile.headline} at ${profile.current_company}. ` +
  `Strongest in ${profile.skills.slice(0, 2).join(" and ")}; speaks ${profile.languages.join(", ")}.`

/** Makes the profiles from the LinkedIn URLs: most are completed. */
export const profiles = (
  generator: Generator,
  trade: Trade,
  candidates: ReadonlyArray<CandidateRow>,
  fieldOf: (candidate: CandidateRow) => Field
) =>
  candidates.flatMap((candidate) => {
    if (candidate.linkedin_url === null) return []
    const created = Date.parse(candidate.created_at)
    const status = generator.weighted([
      { value: "completed", weight: 88 },
      { value: "failed", weight: 6 },
      { value: "pending", weight: 6 }
    ])
    const profile = status === "completed" ? extracted(generator, trade, fieldOf(candidate), candidate) : null
    return [{
      organization_id: candidate.organization_id,
      id: generator.id(created),
      candidate_id: candidate.id,
      status,
      linkedin_url: candidate.linkedin_url,
      summary: profile === null ? null : summary(profile),
      extracted_json: profile,
      created_at: candidate.created_at,
      updated_at: status === "pending" ? candidate.created_at : timestamp(generator.after(created, 10 * minute))
    }]
  })
