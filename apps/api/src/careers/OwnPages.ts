/**
 * The pages on which applicants see their submission, withdraw it, or ask for erasure. They need no script, and are in
 * the language of the browser.
 */
import { careersPaths } from "@candor/contract/Careers"
import type { PublicBoard } from "@candor/domain/board/PublicBoard"
import type { ErasureRequest } from "@candor/domain/candidate/ErasureRequest"
import { awaitsLink } from "@candor/domain/interview/Interview"
import { decodeAnswers } from "@candor/domain/submission/Answers"
import type { Standing } from "@candor/domain/submission/Standing"
import type { StoredSubmission } from "@candor/domain/submission/Submission"
import type { Zones } from "@candor/domain/time/Zones"
import { HttpServerResponse } from "effect/http"
import { interviewList, type ShownInterview } from "./InterviewTimes.ts"
import { type Markup, markup } from "./Markup.ts"
import { page, pageHeaders } from "./Page.ts"
import { day, type Words, writtenOut } from "./Words.ts"

/**
 * A response with a page that no search engine and no shared cache stores. The browser may store the answer to a form:
 * otherwise Back and Forward would show a browser error, because a form is not sent again by itself.
 */
export const html = (text: string, status: number, { isAnswer = false, runsScript = false } = {}) =>
  HttpServerResponse.text(text, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: {
      ...pageHeaders({ isIndexed: false, runsScript }),
      "cache-control": isAnswer ? "private, no-cache" : "no-store",
      "referrer-policy": "no-referrer"
    }
  })

const plain = (words: Words, title: string, content: Markup, board: PublicBoard | null = null): string =>
  page(
    { words, board, title, description: title, url: null },
    markup`
<h1>${title}</h1>
${content}`
  )

/** The link to the jobs of an open board. */
export const toJobs = (words: Words, board: PublicBoard | null) =>
  board === null ? undefined : { path: new URL(board.url).pathname, text: words.allJobs }

type Link = ReturnType<typeof toJobs>

const linked = (link: Link): Markup | null =>
  link === undefined ? null : markup`
<p><a href="${link.path}">${link.text}</a></p>`

/** A page with one message, and a link to another page if there is one. */
export const messagePage = (
  words: Words,
  message: string,
  board?: PublicBoard | null,
  link?: Link
): string =>
  plain(
    words,
    words.ownTitle,
    markup`<p>${message}</p>${linked(link)}`,
    board
  )

/** The outcome of a submission, as its sender is told. */
export type Outcome = "withdrawn" | "erasure_requested" | "deleted" | "closed"

/** A button inside a closed section, so that a final action takes two clicks. */
const button = (words: Words, action: "withdraw" | "erase", consequence: string): Markup =>
  markup`
<details><summary>${words[action]}</summary>
<form method="post"><p>${consequence}</p><input type="hidden" name="action" value="${action}"><p><button type="submit">${
    words[action]
  }</button></p></form></details>`

const textOf = (answer: unknown): string | null =>
  answer === null || answer === undefined ? null : Array.isArray(answer) ? answer.join(", ") : String(answer)

/**
 * Answers with their questions, in the words of the page that asked. Days and numbers are also shown as they were
 * understood.
 */
const answersOf = (
  words: Words,
  { answers, form }: StoredSubmission
): ReadonlyArray<readonly [label: string, answer: string | null]> => {
  const decoded = new Map(decodeAnswers(form, answers).answers.map(({ question_id, value }) => [question_id, value]))
  return form.questions.filter(({ type }) => type !== "file").map(({ id, label, type }) => {
    const [answer, value] = [answers[id], decoded.get(id)]
    if (type === "yes_no" && (answer === "yes" || answer === "no")) return [label, words[answer]]
    if (type !== "date" && type !== "number" || typeof value !== "string" && typeof value !== "number")
      return [label, textOf(answer)]
    const [typed, meant] = [textOf(answer), writtenOut(words, value)]
    return [label, typed === String(value) || typed === meant ? meant : `${typed} (${meant})`]
  })
}

/** The outcome of a request for erasure. */
const erasure = (words: Words, { declined_at, reason, requested_at }: ErasureRequest): Markup =>
  declined_at === null
    ? markup`<p>${words.erasureWaits} (${day(words, requested_at)})</p>`
    : markup`<p>${words.erasureDeclined} (${day(words, declined_at)})</p>
<blockquote>${reason}</blockquote>`

interface OwnPage {
  readonly words: Words
  /** Null while the board is closed. */
  readonly board: PublicBoard | null
  /** The title of the job. */
  readonly job: string
  readonly submission: StoredSubmission
  /** The language of the job's texts and of its stages' labels. */
  readonly language: string | null
  readonly standing: Standing
  /** When it was withdrawn. */
  readonly withdrawn_at: string | null
  /** The upcoming interviews. */
  readonly interviews: ReadonlyArray<ShownInterview>
  /** Links to choose or change times. */
  readonly links: ReadonlyArray<{ readonly reference: string; readonly isBooked: boolean }>
  readonly zones: Zones
  /** The path of the posting while it is open. */
  readonly posting: string | null
  /** The request for erasure that was made by this submission. */
  readonly request: ErasureRequest | null
  /** Whether it has just been sent. */
  readonly isNew: boolean
}

const withdrawal = (words: Words, withdrawn_at: string, posting: string | null): Markup =>
  markup`<p>${words.withdrawn} (${day(words, withdrawn_at)})</p>${
    posting === null ? null : markup`
<p><a href="${posting}">${words.applyAgain}</a></p>`
  }
`

/** The status of the application, in the words of its stage or in ours. */
const standing = ({ interviews, language, standing: { label, status }, words }: OwnPage): Markup => {
  const inLanguage = language === null || language === words.language ? "" : markup` lang="${language}"`
  if (status === "in_review" && interviews.length > 0) return markup`<p class="standing">${words.toMeet}</p>`
  return markup`<p class="standing">${label === null ? words[status] : markup`<span${inLanguage}>${label}</span>`}</p>`
}

const appointments = ({ interviews, links, words, zones }: OwnPage): Markup =>
  markup`${
    interviews.length === 0 ? null : markup`
<h2>${interviews.length === 1 ? words.interview : words.interviews}</h2>${
      interviewList(
        words,
        interviews.map((interview) => ({ ...interview, awaits_link: awaitsLink(interview) })),
        ({ candidate_time_zone, time_zone }) => zones.zone((candidate_time_zone ?? time_zone)!)
      )
    }`
  }${
    links.map(({ isBooked, reference }) =>
      markup`
<p><a${isBooked ? null : markup` class="button"`} href="${careersPaths.schedule.replace(":reference", reference)}">${
        isBooked ? words.changeTime : words.chooseTime
      }</a></p>`
    )
  }`

/**
 * The page with the submission and its status: in progress, withdrawn, or asked to be erased. It does not reveal
 * whether the submission is in quarantine.
 */
export const ownPage = (own: OwnPage): string => {
  const { board, isNew, job, posting, request, standing: { status }, submission, withdrawn_at, words } = own
  const { consent, cover_letter, created_at, files, form, full_name, linkedin_url, phone, primary_email, website_url } =
    submission
  const rows: ReadonlyArray<readonly [string, string | null]> = [
    [words.sent, day(words, created_at)],
    [words.full_name, full_name],
    [words.email, primary_email],
    [words.phone, phone],
    [words.linkedin_url, linkedin_url],
    [words.website_url, website_url],
    [words.cover_letter, cover_letter],
    ...answersOf(words, submission),
    ...files.map(({ field, original_filename, size_bytes }) =>
      [
        field === "resume" ? words.resume : form.questions.find(({ id }) => id === field)?.label ?? words.sentFile,
        `${original_filename} (${Math.ceil(size_bytes / 1000)} kB)`
      ] as const
    ),
    [words.consent, consent?.text ?? null]
  ]
  const shown = rows.filter(([, value]) => value !== null && value !== "")
  const isThanked = isNew && withdrawn_at === null && request === null
  return plain(
    words,
    isThanked ? words.thanks : words.ownTitle,
    markup`<p>${job}</p>
${isThanked ? markup`<p>${words.thanksText}</p>\n` : ""}${
      withdrawn_at === null ? markup`${standing(own)}${appointments(own)}` : withdrawal(words, withdrawn_at, posting)
    }${request === null ? null : erasure(words, request)}
<h2>${words.whatYouSent}</h2>
<dl>${
      shown.map(([name, value]) =>
        markup`
<dt>${name}</dt><dd>${value}</dd>`
      )
    }
</dl>
${
      withdrawn_at === null && status === "in_review"
        ? button(words, "withdraw", own.interviews.length === 0 ? words.withdrawing : words.withdrawingInterviews)
        : null
    }${request !== null && request.declined_at === null ? null : button(words, "erase", words.erasing)}${
      linked(toJobs(words, board))
    }`,
    board
  )
}
