/** An answer as it was given; an address is a link, and a date of a form is formatted. */
import type { QuestionType } from "@candor/client"
import { calendarDay } from "../../parts/Time.tsx"

const isAddress = /^https?:\/\/\S+$/i

export const Answer = ({ text, type }: { readonly text: string; readonly type: QuestionType | null }) =>
  type === "date"
    ? <>{calendarDay(text)}</>
    : isAddress.test(text)
    ? <a href={text} target="_blank" rel="noreferrer noopener">{text}</a>
    : <>{text}</>
