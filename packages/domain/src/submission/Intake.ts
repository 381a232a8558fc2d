/** What an application takes from a submission: the answers, the files, and facts about the sender. */
import { Result } from "effect"
import type { Unapplied } from "../application/Applicant.ts"
import { type ApplicationAnswer, noun as answerNoun } from "../application/ApplicationAnswer.ts"
import { type ApplicationSize, nothing, ofAnswers, ofUnapplied, withinLimits } from "../application/ApplicationSize.ts"
import * as Attachment from "../attachment/Attachment.ts"
import {
  type FileUsages,
  ofApplication,
  ofStrangers,
  withinLimits as filesWithinLimits
} from "../attachment/FileUsage.ts"
import { cleanPersonLine } from "../CleanText.ts"
import type { AnyContext, Decision } from "../Decision.ts"
import { ApplicationAnswerId, type ApplicationId } from "../Id.ts"
import type { LimitReached } from "../Limit.ts"
import { absent } from "../Noun.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { answerOf, type Known, unappliedOf } from "./Sender.ts"
import { complete, type StoredSubmission, type Target } from "./Submission.ts"
import { answersOf, cut } from "./SubmissionDraft.ts"

/** An application that a submission is added to. */
export interface Present {
  readonly answers: ReadonlyArray<Pick<ApplicationAnswer, "answer_text" | "question_text">>
  /** Values of earlier submissions that did not get into the candidate's record. */
  readonly unapplied: ReadonlyArray<Unapplied>
  readonly size: ApplicationSize
  readonly files: FileUsages
}

/** A submission that belongs to an application, with what the application takes from it. */
export interface Completed {
  readonly submission: StoredSubmission
  readonly attachments: ReadonlyArray<Attachment.StoredAttachment>
  /** Without the answers to the form if the application is new, which already has them. */
  readonly answers: ReadonlyArray<ApplicationAnswer>
  /** Values that do not get into the candidate's record, and that the application does not have yet. */
  readonly unapplied: ReadonlyArray<Unapplied>
}

/** An application, and the candidate as known before. */
export interface Destination extends Target {
  readonly known: Known
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

/** Adds the files of a submission, and its new answers, to an application. */
export const add = (
  submission: StoredSubmission,
  target: Destination,
  present: Present,
  context: AnyContext
): Decision<Completed, LimitReached | TransitionRefused> =>
  Result.gen(function*() {
    const known = new Set(
      present.answers.map(({ answer_text, question_text }) => JSON.stringify([question_text, answer_text]))
    )
    const sent = [...(target.isNew ? [] : answersOf(submission)), ...answerOf(target.known, submission)]
    const added = sent.filter(({ answer_text, question_text }) =>
      !known.has(JSON.stringify([question_text, answer_text]))
    )
    const unapplied = target.isNew
      ? []
      : unappliedOf(target.known, submission).filter((one) =>
        present.unapplied.every(({ field, value }) => field !== one.field || value !== one.value)
      )
    const answers = added.map((answer) => ({
      ...absent(answerNoun),
      id: ApplicationAnswerId.make(context.nextId()),
      ...answer
    }))
    const text_bytes = ofAnswers(answers).text_bytes + ofUnapplied(unapplied).text_bytes
    yield* withinLimits(present.size, { ...nothing, text_bytes })
    let { files } = present
    for (const { size_bytes } of submission.files) {
      yield* filesWithinLimits(files, size_bytes, ofApplication, ofStrangers)
      const more = ({ file_bytes, files_counted }: FileUsages["owner"]) => ({
        files_counted: files_counted + 1,
        file_bytes: file_bytes + size_bytes
      })
      files = { owner: more(files.owner), organization: more(files.organization) }
    }
    const { entity, events } = yield* complete(submission, target, context)
    const attached = yield* attach(submission, target.application_id, context)
    return {
      entity: { submission: entity, attachments: attached.map(({ entity }) => entity), answers, unapplied },
      events: [...events, ...attached.flatMap(({ events }) => events)]
    }
  })
