/** Minimal pages without script or style, until those of the careers site take their place. */
import type { BoardState } from "@candor/domain/board/Board"
import type { JobForm } from "@candor/domain/form/JobForm"
import type { Posting } from "@candor/domain/submission/Submissions"
import type { StoredSubmission } from "@candor/domain/submission/Submission"
import type { Problem } from "@candor/domain/submission/SubmittedForm"
import { HttpServerResponse } from "effect/http"

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;" }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!)

const page = (title: string, body: string): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="robots" content="noindex"><title>${escaped(title)}</title></head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>\n`

const policy = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** A response with a page. */
export const html = (text: string, status: number) =>
  HttpServerResponse.text(text, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": policy, "referrer-policy": "no-referrer", "cache-control": "no-store" }
  })

/** What a page of a posting is made of. */
export interface PostingPage {
  readonly board: BoardState
  readonly job: Posting["job"]
  readonly form: JobForm
  readonly values?: Readonly<Record<string, unknown>>
  readonly problems?: ReadonlyArray<Problem>
}

export const postingPage = ({ job, problems = [] }: PostingPage): string =>
  page(job.title, `<p>Your application was not sent. Go back, and complete it:</p><ul>${
    problems.map(({ field, message }) => `<li>${escaped(field)}: ${escaped(message)}</li>`).join("")}</ul>`)

export const thanksPage = ({ board, job, reference }: Pick<PostingPage, "board" | "job"> & { readonly reference: string }): string =>
  page("Thank you", `<p>${escaped(board.title)} has your application for ${escaped(job.title)}.</p>` +
    `<p><a href="/careers/applications/${reference}">See what you sent, or withdraw it</a></p>`)

export const refusalPage = (message: string): string => page("Not possible", `<p>${escaped(message)}</p>`)

export const unknownPage = refusalPage("There is nothing at this address, or it has ended.")

/** What has become of a submission, as its sender is told. */
export type Outcome = "withdrawn" | "erasure_requested" | "deleted" | "closed"

const outcomes: Readonly<Record<Outcome, string>> = {
  withdrawn: "Your application is withdrawn.",
  erasure_requested: "The organization has been told that you ask for the erasure of your data.",
  deleted: "What you sent is deleted.",
  closed: "Your application is closed already."
}

const button = (action: string, text: string): string =>
  `<form method="post"><input type="hidden" name="action" value="${action}"><button>${escaped(text)}</button></form>`

const row = ([name, value]: readonly [string, string | null]): string =>
  value === null || value === "" ? "" : `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`

export const outcomePage = (outcome: Outcome): string => page("Your application", `<p>${outcomes[outcome]}</p>`)

/** What a person sent. It does not tell whether it is in the quarantine. */
export const ownPage = ({ answers, consent, cover_letter, created_at, files, form, full_name, linkedin_url, phone, primary_email, website_url }: StoredSubmission): string =>
  page("Your application", `<dl>${
    [
      ["Sent", created_at],
      ["Name", full_name],
      ["E-mail", primary_email],
      ["Phone", phone],
      ["LinkedIn", linkedin_url],
      ["Website", website_url],
      ["Cover letter", cover_letter],
      ...form.questions.map(({ id, label }) => [label, textOf(answers[id])] as const),
      ...files.map(({ original_filename, size_bytes }) => ["File", `${original_filename} (${size_bytes} bytes)`] as const),
      ["Agreed to", consent?.text ?? null]
    ].map((one) => row(one as readonly [string, string | null])).join("")
  }</dl>${button("withdraw", "Withdraw the application")}${button("erase", "Ask for the erasure of my data")}`)

const textOf = (answer: unknown): string | null =>
  answer === null || answer === undefined ? null : Array.isArray(answer) ? answer.join(", ") : String(answer)
