/** An answer as it was given; one that is an address can be followed, and a day of a form is as people write it. */
import type { QuestionType } from "@candor/client"
import { calendarDay } from "../../parts/Time.tsx"

const isAddress = /^https?:\/\/\S+$/i

export const Answer = ({ text, type }: { readonly text: string; readonly type: QuestionType | null }) =>
  type === "date"
    ? <>{calendarDay(text)}</>
    : isAddress.test(text)
    ? <a href={text} target="_blank" rel="noreferrer noopener">{text}</a>
    : <>{text}</>
