/** The ids that tests of operations name things by. */
import type { Api } from "@candor/contract/Api"

type EndpointOf<Group> = Group extends { readonly endpoints: infer Endpoints } ? Endpoints[keyof Endpoints] : never
type ParameterOf<Endpoint> = Endpoint extends { readonly "~Params": { readonly Type: infer Parameters } }
  ? keyof Parameters & string
  : never
type Groups = typeof Api.groups

/** The ids in the paths of operations. */
type PathId = Extract<ParameterOf<EndpointOf<Groups[keyof Groups]>>, "id" | `${string}Id`>

/**
 * Ids of things that belong together, named as the path parameters are: `id` is an application of the candidate on the
 * job, `stageId` a stage without applications, `requestId` a request to the caller, `interviewId` an interview that the
 * caller holds, `linkId` a scheduling link, `submissionId` one in the quarantine with the file `fileId`, and
 * `messageId` a mail that came in and belongs to nobody.
 */
export interface Ids extends Readonly<Record<PathId, string>> {
  /** The id that another system, greenhouse, has for a job, a candidate and an application. */
  readonly key: string
  /** A note on the candidate, and a file of it, without an application. */
  readonly ownNoteId: string
  readonly ownAttachmentId: string
  /** The interviewer of the interview, and a member of its planned interview who is free. */
  readonly interviewerId: string
  readonly replacementId: string
  /** A question of the job's form, which nobody has answered. */
  readonly questionId: string
  /**
   * An interview whose scorecard the caller has begun, with all that its submission needs, and one that was submitted.
   */
  readonly draftedInterviewId: string
  readonly scoredInterviewId: string
  /** A candidate without an application. */
  readonly freeCandidateId: string
  /** A candidate whose person asks to be erased. */
  readonly askingCandidateId: string
  /** A mail of the application that waits, with its file. */
  readonly queuedMessageId: string
  /** An import that has run; `importId` is one that is ready to. */
  readonly endedImportId: string
  /** An import whose only part has not arrived: it has the five bytes of `partForm`. */
  readonly uploadingImportId: string
  /** A mail that was refused. */
  readonly failedMessageId: string
}

/**
 * What no operation makes: apps are connected in a browser, files are read, and mails come in and are refused
 * elsewhere, and work does not fail by itself. A model finds criteria in the background.
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

/** Ids of what operations make. */
export type MadeIds = Omit<Ids, keyof OtherIds>
