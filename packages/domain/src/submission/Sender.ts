/**
 * Decides whether a submission with a known candidate's address is from the same person, or from somebody else
 * (decision 0067).
 */
import { Result } from "effect"
import { readDraft, recognise, type Unapplied } from "../application/Applicant.ts"
import type { CandidateAnonymised } from "../Anonymised.ts"
import type { CandidateChange, CandidateState } from "../candidate/Candidate.ts"
import { missingFrom } from "../candidate/ContactDetails.ts"
import { type AnyContext, type Decision, unchanged } from "../Decision.ts"
import type { StoredSubmission } from "./Submission.ts"
import { draftOf } from "./SubmissionDraft.ts"

/** The fields of a known candidate that a submission is compared with. */
export type Known =
  & Pick<CandidateState, "full_name" | "linkedin_url" | "website_url">
  & Partial<Pick<CandidateState, "email_addresses" | "phone_numbers">>

/** Returns the words of a name, without accents and case. */
const wordsOf = (name: string): ReadonlyArray<string> =>
  name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")

/** Tells whether two names may belong to one person: each word of the shorter one is in the other. */
export const mayBeSame = (one: string, other: string): boolean => {
  const [shorter, longer] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length) as [
    ReadonlyArray<string>,
    ReadonlyArray<string>
  ]
  return shorter.length > 0 ? shorter.every((word) => longer.includes(word)) : longer.length === 0
}

const personOf = (submission: StoredSubmission) => readDraft(draftOf(submission).candidate!)

const compared = (value: string | null): string =>
  (value ?? "").normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim()

/**
 * Returns the values of a submission that do not get into the candidate's record. If it is from somebody else, these
 * are all that differ from the record.
 */
export const unappliedOf = (known: Known, submission: StoredSubmission): ReadonlyArray<Unapplied> => {
  const { candidate, unapplied } = personOf(submission)
  const isSame = mayBeSame(known.full_name, candidate.full_name)
  const differs = (field: Unapplied["field"], value: string): Unapplied => ({ field, value, reason: "differs" })
  const texts = (["full_name", "linkedin_url", "website_url"] as const).flatMap((field) => {
    const value = candidate[field] ?? null
    const isKept = value === null || compared(value) === compared(known[field]) || isSame && known[field] === null
    return isKept ? [] : [differs(field, value)]
  })
  if (isSame) return [...texts, ...unapplied]
  return [
    ...texts,
    ...missingFrom(known.email_addresses ?? [], candidate.email_addresses ?? []).map(({ address }) =>
      differs("email_addresses", address)
    ),
    ...missingFrom(known.phone_numbers ?? [], candidate.phone_numbers ?? []).map(({ number }) =>
      differs("phone_numbers", number)
    ),
    ...unapplied
  ]
}

/** The question under which somebody else's data is stored as an answer. */
const sentBy = "Sent with the same email address by"

/**
 * Returns somebody else's data as an answer of the application, so that the search finds it; none for the same person.
 */
export const answerOf = (
  known: Known,
  { full_name, linkedin_url, phone, primary_email, website_url }: StoredSubmission
) => {
  if (mayBeSame(known.full_name, full_name)) return []
  const answer_text = [full_name, primary_email, phone, linkedin_url, website_url].filter((fact) => fact !== null).join(
    "\n"
  )
  return [{ question_id: null, question_text: sentBy, type: "long_text" as const, answer_text, value: answer_text }]
}

/**
 * Adds to the candidate what a submission of the same person has and the record lacks, such as a corrected phone
 * number. Adds nothing if the name belongs to another person.
 */
export const fill = (
  candidate: CandidateState,
  submission: StoredSubmission,
  context: AnyContext
): Decision<CandidateChange, CandidateAnonymised> => {
  const { candidate: draft } = personOf(submission)
  const asItWas = { candidate, requested: null }
  if (!mayBeSame(candidate.full_name, draft.full_name)) return unchanged(asItWas)
  return Result.map(
    recognise({ ...candidate, ai_profiles: [] }, draft, context),
    ({ change, events }) => ({ entity: change ?? asItWas, events })
  )
}
