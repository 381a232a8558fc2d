/**
 * How many mails wait for somebody, beside the name of their page: replies, those of no application, and those that did
 * not arrive.
 */
import { number } from "../../parts/Time.tsx"
import { useMailCounts } from "./mails.ts"

/** The most mails of a kind that the server counts. */
const maxCounted = 100

export const MailCount = () => {
  const { value } = useMailCounts()
  if (value === undefined) return null
  const counts = [value.replies, value.unassigned, value.undelivered]
  const sum = counts.reduce((sum, count) => sum + count)
  return sum === 0 ? null : <span className="badge warning">{number(sum)}{counts.includes(maxCounted) ? "+" : ""}</span>
}
