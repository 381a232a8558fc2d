/** The ids for tests of operations. */
import type { Api } from "@candor/contract/Api"

type EndpointOf<Group> = Group extends { readonly endpoints: infer Endpoints } ? Endpoints[keyof Endpoints] : never
type ParameterOf<Endpoint> = Endpoint extends { readonly "~Params": { readonly Type: infer Parameters } }
  ? keyof Parameters & string
  : never
type Groups = typeof Api.groups

/** The ids in the paths of operations. */
type PathId = Extract<ParameterOf<EndpointOf<Groups[keyof Groups]>>, "id" | `${string}Id`>

/**
 * Ids of things that belong together, named like path parameters: `id` is an application of the candidate on the job,
 * `stageId` a stage without applications, `requestId` a feedback request to the caller, `interviewId` an interview that
 * the caller holds, `linkId` a scheduling link, `submissionId` one in the quarantine with the file `fileId`, and
 * `messageId` a received mail without an application.
 */
export interface Ids extends Readonly<Record<PathId, string>> {
  /** The id in another system, greenhouse, of a job, a candidate and an application. */
  readonly key: string
  /** A note on the candidate, and a file of the candidate, without an application. */
  readonly ownNoteId: string
  readonly ownAttachmentId: string
  /** The interviewer of the interview, and a free member of its planned interview. */
  readonly interviewerId: string
  readonly replacementId: string
  /** An unanswered question of the job's form. */
  readonly questionId: string
  /** An interview with a begun scorecard of the caller that is ready to submit, and one with a submitted scorecard. */
  readonly draftedInterviewId: string
  readonly scoredInterviewId: string
  /** A candidate without an application. */
  readonly freeCandidateId: string
  /** A candidate with a request to be erased. */
  readonly askingCandidateId: string
  /** A queued mail of the application, with its file. */
  readonly queuedMessageId: string
  /** A completed import; `importId` is one that is ready to run. */
  readonly endedImportId: string
  /** An import whose only part has not been uploaded: it has the five bytes of `partForm`. */
  readonly uploadingImportId: string
  /** A mail that the server refused. */
  readonly failedMessageId: string
}

/**
 * Ids of things that no operation creates: apps are connected in a browser, files are read, mails are received and
 * refused elsewhere, work does not fail by itself, and a model assesses criteria in the background.
 */
export const otherIds = [
  "appId",
  "criterionId",
  "importId",
  "endedImportId",
  "uploadingImportId",
  "failedMessageId",
  "messageId",
  "workId"
] as const

export type OtherIds = Pick<Ids, (typeof otherIds)[number]>

/** Ids of things that operations create. */
export type MadeIds = Omit<Ids, keyof OtherIds>
