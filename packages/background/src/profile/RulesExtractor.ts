/**
 * The extractor without a model: rules find known terms in the candidate's fields, answers and files. Its provider is
 * `rules`.
 */
import type { Extraction } from "@candor/domain/candidate/Extraction"
import { type ExtractionInput, ProfileExtractor } from "@candor/domain/candidate/ProfileExtractor"
import { Effect, Layer } from "effect"
import { languages, skills } from "./SkillTerms.ts"

/** Returns the terms that a text contains as whole words, in any case of letters. */
const mentioned = (terms: ReadonlyArray<string>, text: string): ReadonlyArray<string> => {
  const lower = text.toLowerCase()
  return terms.filter((term) => {
    const escaped = term.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}+#])`, "u").test(lower)
  })
}

const years = (count: number): string => count === 1 ? "1 year" : `${count} years`

/** Extracts a profile by rules: without network, guesses, or other words of the texts than known terms. */
export const extract = ({ answers, candidate, files, linkedin_url }: ExtractionInput): Extraction => {
  const text = [...answers.map(({ answer_text }) => answer_text), ...files.map(({ text }) => text)].join("\n")
  const skillTerms = mentioned(skills, text)
  const languageTerms = mentioned(languages, text)
  const experience = candidate.years_experience === null ? [] : [`${years(candidate.years_experience)} of experience`]
  const education = candidate.university === null ? [] : [candidate.university]
  const headline = [...experience, ...education].join(", ")
  const links = [candidate.github_url, candidate.website_url].filter((link) => link !== null)
  const sentences = [
    `${candidate.full_name} (${linkedin_url})${headline === "" ? "" : `: ${headline}`}.`,
    ...(skillTerms.length === 0 ? [] : [`Mentions ${skillTerms.join(", ")}.`]),
    ...(languageTerms.length === 0 ? [] : [`Languages mentioned: ${languageTerms.join(", ")}.`]),
    ...(links.length === 0 ? [] : [`Links: ${links.join(", ")}.`]),
    "Made by rules from the candidate's fields, answers and files; no page was read."
  ]
  return {
    summary: sentences.join(" ").slice(0, 2000).toWellFormed(),
    facts: {
      headline: headline === "" ? null : headline,
      current_company: null,
      skills: skillTerms.slice(0, 50),
      languages: languageTerms,
      education: education.map((school) => ({ school })),
      years_experience: candidate.years_experience
    },
    provider: "rules",
    model: null
  }
}

export const layer = Layer.succeed(ProfileExtractor, { extract: (input) => Effect.sync(() => extract(input)) })
