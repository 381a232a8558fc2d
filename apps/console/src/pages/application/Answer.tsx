/**
 * An answer as it was given, and its question; an address is a link, and a form's date, yes and no are in the person's
 * language.
 */
import type { QuestionType } from "@candor/client"
import { msg, t } from "../../language/text.tsx"
import { calendarDay } from "../../parts/Time.tsx"

const isAddress = /^https?:\/\/\S+$/i

/** The question under which the server stores a cover letter's text. */
const coverLetter = msg("Cover letter")

interface Asked {
  readonly question_id: string | null
  readonly question_text: string
}

/** Returns the text of an answer's question; a cover letter answers none. */
export const questionOf = ({ question_id, question_text }: Asked): string =>
  question_id === null && question_text === coverLetter.english ? t(coverLetter) : question_text

export const Answer = ({ text, type }: { readonly text: string; readonly type: QuestionType | null }) =>
  type === "date"
    ? <>{calendarDay(text)}</>
    : type === "yes_no" && (text === "yes" || text === "no")
    ? <>{text === "yes" ? t("Yes") : t("No")}</>
    : isAddress.test(text)
    ? <a href={text} target="_blank" rel="noreferrer noopener">{text}</a>
    : <>{text}</>
