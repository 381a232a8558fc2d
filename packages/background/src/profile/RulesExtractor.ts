/**
 * The extractor that needs nothing: rules over what the candidate and their answers say. It knows
 * only what is written there in so many words, and calls itself `rules`.
 */
import type { Extraction } from "@candor/domain/profile/Extraction"
import { type ExtractionInput, ProfileExtractor } from "@candor/domain/profile/ProfileExtractor"
import { Effect, Layer } from "effect"
import { languages, skills } from "./SkillTerms.ts"

/** The terms that a text contains as whole words, in any case of letters. */
const mentioned = (terms: ReadonlyArray<string>, text: string): ReadonlyArray<string> => {
  const lower = text.toLowerCase()
  return terms.filter((term) => {
    const escaped = term.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}+#])`, "u").test(lower)
  })
}

const years = (count: number): string => count === 1 ? "1 year" : `${count} years`

/** What rules make of the input: no network, no guess, and nothing of the answers but known terms. */
export const extract = ({ answers, candidate, linkedin_url }: ExtractionInput): Extraction => {
  const said = answers.map(({ answer_text }) => answer_text).join("\n")
  const known = mentioned(skills, said)
  const spoken = mentioned(languages, said)
  const experience = candidate.years_experience === null ? [] : [`${years(candidate.years_experience)} of experience`]
  const education = candidate.university === null ? [] : [candidate.university]
  const headline = [...experience, ...education].join(", ")
  const links = [candidate.github_url, candidate.website_url].filter((link) => link !== null)
  const sentences = [
    `${candidate.full_name} (${linkedin_url})${headline === "" ? "" : `: ${headline}`}.`,
    ...(known.length === 0 ? [] : [`Mentions ${known.join(", ")}.`]),
    ...(spoken.length === 0 ? [] : [`Languages mentioned: ${spoken.join(", ")}.`]),
    ...(links.length === 0 ? [] : [`Links: ${links.join(", ")}.`]),
    "Made by rules from the candidate's fields and answers; no page was read."
  ]
  return {
    summary: sentences.join(" ").slice(0, 2000).toWellFormed(),
    facts: {
      headline: headline === "" ? null : headline,
      current_company: null,
      skills: known.slice(0, 50),
      languages: spoken,
      education: education.map((school) => ({ school })),
      years_experience: candidate.years_experience
    },
    provider: "rules",
    model: null
  }
}

export const layer = Layer.succeed(ProfileExtractor, { extract: (input) => Effect.sync(() => extract(input)) })
