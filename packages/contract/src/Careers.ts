/** What anybody may send to a careers site, without a key: an application, and what its sender may do with it. */
import { maxFileBytes } from "@candor/domain/attachment/FileUsage"

/** The paths of a careers site that take something. */
export const careersPaths = {
  apply: "/api/v1/boards/:board/jobs/:slug/applications",
  challenge: "/api/v1/boards/:board/challenge",
  form: "/careers/:board/:slug",
  own: "/careers/applications/:reference"
} as const

/** The form of a page is answered with the page of the application: Back and a reload send nothing again (RFC 9110, 15.4.4). */
export const seeOther = 303

/** The most files of a submission. */
export const maxSubmittedFiles = 20

/** Bounds the body of a submission in a form: its files, and the form around them. */
export const maxSubmissionBytes = 3 * maxFileBytes

/** Bounds the parts of the form: two for each question and more, and a field in bytes. A letter has up to 20,000 characters. */
export const submissionLimits = { maxParts: 500, maxFieldSize: 100_000, fieldMimeTypes: [] }

/** Tells whether a request applies for a job. */
export const isSubmission = (method: string, path: string): boolean =>
  method === "POST" && (/^\/api\/v1\/boards\/[^/]+\/jobs\/[^/]+\/applications$/.test(path) || /^\/careers\/(?!applications\/)[^/]+\/[^/]+$/.test(path))
