/**
 * The résumés of the demo's candidates: one or two pages, depending on their experience. All choices are derived from
 * the candidate's id, so that they take no number from the generator.
 */
import type * as Candidates from "./Candidates.ts"
import { alwaysDone, careers } from "./Careers.ts"
import { type Line, pagesOf, pdf, wrapped } from "./Pdf.ts"
import * as PersonValues from "./PersonValues.ts"
import { today } from "./Times.ts"
import type { Field, Trade } from "./Trades.ts"

type Profile = ReturnType<typeof Candidates.profiles>[number]

export interface Resume {
  readonly bytes: Uint8Array
  /** The text that the text reader would extract. */
  readonly text: string
}

/**
 * Makes choices for a person: a linear congruential generator (Numerical Recipes), seeded by the random end of an id.
 */
const chooser = (id: string) => {
  let state = Number.parseInt(id.slice(-8), 16)
  const below = (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor(state / 2 ** 32 * count)
  }
  const one = <A>(choices: ReadonlyArray<A>): A => choices[below(choices.length)]!
  /** Chooses some of the values, each at most once, in random order. */
  const some = <A>(choices: ReadonlyArray<A>, count: number): ReadonlyArray<A> =>
    choices.map((choice) => ({ choice, order: below(1000) })).toSorted((a, b) => a.order - b.order).slice(0, count).map(
      ({ choice }) => choice
    )
  return { below, one, some }
}

const thisYear = new Date(today).getUTCFullYear()

const heading = (text: string): Line => ({ text, size: 12, isBold: true, gap: 12 })

const paragraph = (text: string): ReadonlyArray<Line> =>
  wrapped(text, 90).map((text, index) => ({ text, size: 10.5, gap: index === 0 ? 3 : 0 }))

/** Makes the lines of a résumé that agrees with the candidate's data and profile. */
const linesOf = (
  candidate: Candidates.CandidateRow,
  profile: Profile | undefined,
  trade: Trade,
  field: Field
): ReadonlyArray<Line> => {
  const { below, one, some } = chooser(candidate.id)
  const known = profile?.extracted_json ?? null
  const career = careers[field.work]!
  const years = candidate.years_experience ?? 3
  const level = years >= 8 ? 2 : years > 2 ? 1 : 0
  const current = known?.current_company ?? one(trade.companies)
  const employers = [current, ...some(trade.companies.filter((name) => name !== current), level + (years > 12 ? 1 : 0))]
  const started = thisYear - Math.max(1, years)
  const sentences = [...some(career.done, career.done.length), ...some(alwaysDone, alwaysDone.length)].map((text) =>
    text.replace("{n}", String(12 + below(80)))
  )
  const each = Math.min(5, Math.floor(sentences.length / employers.length))
  const place = one(trade.locations)
  const yearOf = (index: number) => thisYear - Math.round((thisYear - started) * index / employers.length)
  const skills = known?.skills ?? some(field.skills, 4)
  return [
    { text: candidate.full_name, size: 20, isBold: true },
    { text: `${career.titles[level]!} – ${place}`, size: 12, gap: 2 },
    {
      text: [candidate.primary_email, ...candidate.phone_numbers.map(({ number }) => number)].join(" • "),
      size: 9,
      gap: 4
    },
    ...(candidate.linkedin_url === null ? [] : [{ text: candidate.linkedin_url, size: 9 }]),
    heading("Profile"),
    ...paragraph(
      `${career.titles[level]!} with ${
        years < 1 ? "less than a year" : years === 1 ? "a year" : `${years} years`
      } of experience, strongest in ` +
        `${skills.slice(0, 2).join(" and ")}. ${one(PersonValues.aims)}`
    ),
    heading("Experience"),
    ...employers.flatMap((employer, index): ReadonlyArray<Line> => [
      { text: `${career.titles[Math.max(0, level - index)]!}, ${employer}`, size: 10.5, isBold: true, gap: 8 },
      {
        text: `${yearOf(index + 1)} – ${index === 0 ? "today" : yearOf(index)}, ${
          index === 0 ? place : one(trade.locations)
        }`,
        size: 9
      },
      ...sentences.slice(index * each, (index + 1) * each).flatMap((text) => paragraph(`• ${text}`))
    ]),
    heading("Education"),
    ...paragraph(
      `${career.degree}, ${candidate.university ?? one(PersonValues.universities)}, ${started - 4} – ${started}`
    ),
    heading("Skills"),
    ...paragraph(skills.join(", ")),
    heading("Languages"),
    ...paragraph((known?.languages ?? ["English"]).join(", "))
  ]
}

/** Makes the function that returns a candidate's résumé. It is made on demand, because most are not needed. */
export const make = (
  trade: Trade,
  profiles: ReadonlyArray<Profile>,
  fieldOf: (candidate: Candidates.CandidateRow) => Field
) => {
  const profileOf = new Map(profiles.map((profile) => [profile.candidate_id, profile]))
  const made = new Map<string, Resume>()
  return (candidate: Candidates.CandidateRow): Resume => {
    const known = made.get(candidate.id)
    if (known !== undefined) return known
    const lines = linesOf(candidate, profileOf.get(candidate.id), trade, fieldOf(candidate))
    const resume = { bytes: pdf(candidate.full_name, pagesOf(lines)), text: lines.map(({ text }) => text).join("\n") }
    made.set(candidate.id, resume)
    return resume
  }
}
