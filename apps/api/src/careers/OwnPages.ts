/** The pages of what a person has sent: to be seen, withdrawn, or erased. Without script, and in the words of the person's browser. */
import type { PublicBoard } from "@candor/domain/board/PublicBoard"
import type { ErasureRequest } from "@candor/domain/candidate/ErasureRequest"
import type { StoredSubmission } from "@candor/domain/submission/Submission"
import { HttpServerResponse } from "effect/http"
import { type Markup, markup } from "./Markup.ts"
import { page, pageHeaders } from "./Page.ts"
import { day, type Words } from "./Words.ts"

/** A response with a page that no cache and no search engine keeps. */
export const html = (text: string, status: number, { runsScript = false } = {}) =>
  HttpServerResponse.text(text, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { ...pageHeaders({ isIndexed: false, runsScript }), "cache-control": "no-store", "referrer-policy": "no-referrer" }
  })

const plain = (words: Words, title: string, content: Markup, board: PublicBoard | null = null): string =>
  page({ words, board, title, description: title, url: null }, markup`
<h1>${title}</h1>
${content}`)

/** A page that says one thing. */
export const messagePage = (words: Words, message: string, board?: PublicBoard | null): string =>
  plain(words, words.ownTitle, markup`<p>${message}</p>`, board)

/** What has become of a submission, as its sender is told. */
export type Outcome = "withdrawn" | "erasure_requested" | "deleted" | "closed"

/** A button behind another click: what it does is final. */
const button = (words: Words, action: "withdraw" | "erase"): Markup => markup`
<details><summary>${words[action]}</summary>
<form method="post"><p>${words.final}</p><input type="hidden" name="action" value="${action}"><p><button type="submit">${words[action]}</button></p></form></details>`

const textOf = (answer: unknown): string | null =>
  answer === null || answer === undefined ? null : Array.isArray(answer) ? answer.join(", ") : String(answer)

/** What has become of a request to be erased. */
const erasure = (words: Words, { declined_at, reason, requested_at }: ErasureRequest): Markup =>
  declined_at === null
    ? markup`<p>${words.erasureWaits} (${day(words, requested_at)})</p>`
    : markup`<p>${words.erasureDeclined} (${day(words, declined_at)})</p>
<blockquote>${reason}</blockquote>`

interface OwnPage {
  readonly words: Words
  /** Null while it is closed. */
  readonly board: PublicBoard | null
  /** What was applied for. */
  readonly job: string
  readonly submission: StoredSubmission
  /** The request to be erased that came by it. */
  readonly request: ErasureRequest | null
  /** Whether it was sent a moment ago. */
  readonly isNew: boolean
}

/** What a person sent, and what has become of a request to be erased. It does not tell whether it is in the quarantine. */
export const ownPage = ({ board, isNew, job, request, submission, words }: OwnPage): string => {
  const { answers, consent, cover_letter, created_at, files, form, full_name, linkedin_url, phone, primary_email, website_url } = submission
  const rows: ReadonlyArray<readonly [string, string | null]> = [
    [words.sent, day(words, created_at)],
    [words.full_name, full_name],
    [words.email, primary_email],
    [words.phone, phone],
    [words.linkedin_url, linkedin_url],
    [words.website_url, website_url],
    [words.cover_letter, cover_letter],
    ...form.questions.map(({ id, label }) => [label, textOf(answers[id])] as const),
    ...files.map(({ original_filename, size_bytes }) => [words.sentFile, `${original_filename} (${Math.ceil(size_bytes / 1024)} KiB)`] as const),
    [words.consent, consent?.text ?? null]
  ]
  const shown = rows.filter(([, value]) => value !== null && value !== "")
  return plain(words, isNew ? words.thanks : words.ownTitle, markup`<p>${job}</p>
${isNew ? markup`<p>${words.thanksText}</p>\n` : ""}<dl>${shown.map(([name, value]) => markup`
<dt>${name}</dt><dd>${value}</dd>`)}
</dl>
${request === null ? null : erasure(words, request)}${
    submission.withdrawal_requested_at === null ? button(words, "withdraw") : markup`<p>${words.withdrawn}</p>`
  }${request !== null && request.declined_at === null ? null : button(words, "erase")}`, board)
}
