/** The ids that tests of operations name things by. */

/** Ids of things that belong together, named as the path parameters are. */
export interface Ids {
  readonly jobId: string
  /** A stage of the job without applications. */
  readonly stageId: string
  readonly candidateId: string
  /** A profile of the candidate. */
  readonly profileId: string
  /** An application of the candidate on the job. */
  readonly id: string
  /** A note on the application. */
  readonly noteId: string
  /** Feedback on the application. */
  readonly feedbackId: string
  /** A request to the caller for feedback on the application. */
  readonly requestId: string
  /** A file of the application. */
  readonly attachmentId: string
  /** A note on the candidate, and a file of it, without an application. */
  readonly ownNoteId: string
  readonly ownAttachmentId: string
  /** A submission to the careers site, in the quarantine. */
  readonly submissionId: string
  /** A file of the submission. */
  readonly fileId: string
  readonly searchId: string
  /** A prospect of the search. */
  readonly prospectId: string
  /** A candidate without an application. */
  readonly freeCandidateId: string
  /** A candidate whose person asks to be erased. */
  readonly askingCandidateId: string
  /** A candidate that was merged into another one. */
  readonly mergedCandidateId: string
  /** A rejection reason of the organization. */
  readonly reasonId: string
  readonly webhookId: string
  /** A test delivery to the webhook. */
  readonly deliveryId: string
  readonly memberId: string
  /** A key of the member. */
  readonly apiKeyId: string
  readonly templateId: string
  /** A mail of the application that waits, with its file. */
  readonly queuedMessageId: string
  /** A mail that came in and belongs to nobody, and one that was refused. */
  readonly messageId: string
  readonly failedMessageId: string
  /** Work that failed for good. */
  readonly workId: string
}

/** What no operation makes: mails come in and are refused elsewhere, and work does not fail by itself. */
export type OtherIds = Pick<Ids, "failedMessageId" | "messageId" | "workId">

/** Ids of what operations make. */
export type MadeIds = Omit<Ids, keyof OtherIds>
