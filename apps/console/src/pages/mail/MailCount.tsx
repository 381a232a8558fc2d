/**
 * The number of mails that wait for an action, shown in the navigation: replies, mails without an application, and
 * undelivered mails.
 */
import { number } from "../../parts/Time.tsx"
import { useMailCounts } from "./mails.ts"

/** The number at which the server stops counting. */
const maxCounted = 100

export const MailCount = () => {
  const { value } = useMailCounts()
  if (value === undefined) return null
  const counts = [value.replies, value.unassigned, value.undelivered]
  const sum = counts.reduce((sum, count) => sum + count)
  return sum === 0 ? null : <span className="badge warning">{number(sum)}{counts.includes(maxCounted) ? "+" : ""}</span>
}
