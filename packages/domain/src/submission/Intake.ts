/** What an application gets of a submission: the person, the answers and the files. */
import { Result, Schema } from "effect"
import { ApplicantDraft } from "../application/Applicant.ts"
import type { ApplicationDraft } from "../application/Application.ts"
import { type ApplicationAnswer, noun as answerNoun } from "../application/ApplicationAnswer.ts"
import { type ApplicationSize, nothing, ofAnswers, withinLimits } from "../application/ApplicationSize.ts"
import * as Attachment from "../attachment/Attachment.ts"
import { type FileUsages, withinLimits as filesWithinLimits } from "../attachment/FileUsage.ts"
import { cleanPersonLine } from "../CleanText.ts"
import type { AnyContext, Decision } from "../Decision.ts"
import { decodeAnswers } from "../form/Answers.ts"
import { ApplicationAnswerId, type ApplicationId } from "../Id.ts"
import type { LimitReached } from "../Limit.ts"
import { absent } from "../Noun.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { complete, type StoredSubmission, type Target } from "./Submission.ts"

/** The question that the text of a cover letter answers. */
const coverLetter = "Cover letter"

const cut = (text: string, length: number): string => Array.from(text).slice(0, length).join("")

/** Returns the answers of a submission as those of an application, with the text of the cover letter as the first. */
const answersOf = ({ answers, cover_letter, form }: StoredSubmission) => [
  ...(cover_letter === null
    ? []
    : [{ question_id: null, question_text: coverLetter, type: "long_text" as const, answer_text: cover_letter, value: cover_letter }]),
  ...decodeAnswers(form, answers).answers
]

const decodeApplicant = Schema.decodeUnknownResult(ApplicantDraft)

/** Returns the request for an application that a submission makes. */
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

/** An application that a submission is added to. */
export interface Present {
  readonly answers: ReadonlyArray<Pick<ApplicationAnswer, "answer_text" | "question_text">>
  readonly size: ApplicationSize
  readonly files: FileUsages
}

/** A submission that belongs to an application, with what the application gets of it. */
export interface Completed {
  readonly submission: StoredSubmission
  readonly attachments: ReadonlyArray<Attachment.StoredAttachment>
  /** None for a new application, which has them already. */
  readonly answers: ReadonlyArray<ApplicationAnswer>
}

const attach = (
  { files, form: { questions } }: StoredSubmission,
  application_id: ApplicationId,
  context: AnyContext
) =>
  Result.all(files.map(({ field, id, ...file }) => {
    const question = questions.find((one) => one.id === field)
    const file_type = question === undefined ? field : cut(cleanPersonLine(question.label), 100)
    return Attachment.add({ application_id }, id, { ...file, file_type }, context)
  }))

/** Gives an application the files of a submission, and the answers that it does not have yet. */
export const add = (
  submission: StoredSubmission,
  target: Target,
  present: Present,
  context: AnyContext
): Decision<Completed, LimitReached | TransitionRefused> =>
  Result.gen(function*() {
    const known = new Set(present.answers.map(({ answer_text, question_text }) => JSON.stringify([question_text, answer_text])))
    const added = target.isNew
      ? []
      : answersOf(submission).filter(({ answer_text, question_text }) => !known.has(JSON.stringify([question_text, answer_text])))
    const answers = added.map((answer) => ({ ...absent(answerNoun), id: ApplicationAnswerId.make(context.nextId()), ...answer }))
    yield* withinLimits(present.size, { ...nothing, ...ofAnswers(answers) })
    let { files } = present
    for (const { size_bytes } of submission.files) {
      yield* filesWithinLimits(files, size_bytes)
      const more = ({ file_bytes, files_counted }: FileUsages["owner"]) =>
        ({ files_counted: files_counted + 1, file_bytes: file_bytes + size_bytes })
      files = { owner: more(files.owner), organization: more(files.organization) }
    }
    const { entity, events } = yield* complete(submission, target, context)
    const attached = yield* attach(submission, target.application_id, context)
    return {
      entity: { submission: entity, attachments: attached.map(({ entity }) => entity), answers },
      events: [...events, ...attached.flatMap(({ events }) => events)]
    }
  })
