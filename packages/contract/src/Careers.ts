/** What anybody may send to a careers site, without a key: an application, and what its sender may do with it. */
import { maxFileBytes } from "@candor/domain/attachment/FileUsage"
import { maxBodyBytes } from "./Errors.ts"

/** The paths of a careers site that take something. */
export const careersPaths = {
  apply: "/api/v1/boards/:board/jobs/:slug/applications",
  challenge: "/api/v1/boards/:board/challenge",
  form: "/careers/:board/:slug",
  own: "/careers/applications/:reference",
  schedule: "/careers/-/schedule/:reference"
} as const

/**
 * The form of a page is answered with the page of the application: Back and a reload send nothing again (RFC 9110,
 * 15.4.4).
 */
export const seeOther = 303

/** The most files of a submission. */
export const maxSubmittedFiles = 20

/** Bounds the body of a submission in a form: its files, and the form around them. */
export const maxSubmissionBytes = 3 * maxFileBytes

/**
 * The bytes of a page's form that are read. Of its files no more than `maxSubmissionBytes` is kept: the rest is read
 * for what was typed after it, which the person gets back.
 */
export const maxFormBytes = 4 * maxSubmissionBytes

/** Bounds the parts of the form: two for each question and more, and a field in bytes, as all of them together. */
export const submissionLimits = { maxParts: 500, maxFieldSize: maxBodyBytes, fieldMimeTypes: [] }

/** Tells whether a request is the form of a page, which applies for a job. */
export const isForm = (method: string, path: string): boolean =>
  method === "POST" && /^\/careers\/(?!applications\/)[^/]+\/[^/]+$/.test(path)

/** Tells whether a request applies for a job. */
export const isSubmission = (method: string, path: string): boolean =>
  isForm(method, path) || method === "POST" && /^\/api\/v1\/boards\/[^/]+\/jobs\/[^/]+\/applications$/.test(path)
