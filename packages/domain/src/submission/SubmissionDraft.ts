/** The application that a submission requests: the person, and the answers. */
import { Result, Schema } from "effect"
import { ApplicantDraft } from "../application/Applicant.ts"
import type { ApplicationDraft } from "../application/Application.ts"
import { decodeAnswers } from "./Answers.ts"
import type { StoredSubmission } from "./Submission.ts"

/** The question under which a cover letter's text is stored as an answer. */
const coverLetter = "Cover letter"

export const cut = (text: string, length: number): string => Array.from(text).slice(0, length).join("")

/** Returns the answers of a submission for an application, with the cover letter's text first. */
export const answersOf = ({ answers, cover_letter, form }: StoredSubmission) => [
  ...(cover_letter === null
    ? []
    : [{
      question_id: null,
      question_text: coverLetter,
      type: "long_text" as const,
      answer_text: cover_letter,
      value: cover_letter
    }]),
  ...decodeAnswers(form, answers).answers
]

const decodeApplicant = Schema.decodeUnknownResult(ApplicantDraft)

/** Returns the application request of a submission. */
export const draftOf = (submission: StoredSubmission): ApplicationDraft => {
  const { full_name, job_id, linkedin_url, phone, primary_email, source_type, website_url } = submission
  const candidate = Result.getOrThrow(decodeApplicant({
    full_name: cut(full_name, 200),
    primary_email,
    ...(phone === null ? {} : { phone_numbers: [{ number: phone }] }),
    linkedin_url,
    website_url
  }))
  return { job_id, candidate, source_type, answers: answersOf(submission) }
}
