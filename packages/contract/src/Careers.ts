/** Requests to a careers site without a key: to apply, and to act on one's application. */
import { maxFileBytes } from "@candor/domain/attachment/FileUsage"
import { maxBodyBytes } from "./Errors.ts"

/** The paths of a careers site that accept data. */
export const careersPaths = {
  apply: "/api/v1/boards/:board/jobs/:slug/applications",
  challenge: "/api/v1/boards/:board/challenge",
  form: "/careers/:board/:slug",
  own: "/careers/applications/:reference",
  schedule: "/careers/-/schedule/:reference"
} as const

/**
 * The status after a page's form, which redirects to the application's page, so that Back and a reload do not send it
 * again (RFC 9110, 15.4.4).
 */
export const seeOther = 303

/** The most files of a submission. */
export const maxSubmittedFiles = 20

/** The most bytes of a submission as a form: its files, and the form around them. */
export const maxSubmissionBytes = 3 * maxFileBytes

/**
 * The most bytes of a page's form that are read. At most `maxSubmissionBytes` of its files are stored; the rest is read
 * for the texts after it, which the person gets back.
 */
export const maxFormBytes = 4 * maxSubmissionBytes

/**
 * The limits of the form: parts (two for each question and more), and the bytes of a field, which are also those of all
 * fields together.
 */
export const submissionLimits = { maxParts: 500, maxFieldSize: maxBodyBytes, fieldMimeTypes: [] }

/** Tells whether a request is a page's application form. */
export const isForm = (method: string, path: string): boolean =>
  method === "POST" && /^\/careers\/(?!applications\/)[^/]+\/[^/]+$/.test(path)

/** Tells whether a request applies for a job. */
export const isSubmission = (method: string, path: string): boolean =>
  isForm(method, path) || method === "POST" && /^\/api\/v1\/boards\/[^/]+\/jobs\/[^/]+\/applications$/.test(path)
