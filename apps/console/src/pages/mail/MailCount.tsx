/** How many mails belong to no application yet, beside the name of their page. */
import { number } from "../../parts/Time.tsx"
import { useMails } from "./mails.ts"

export const MailCount = () => {
  const { value } = useMails("unassigned")
  if (value === undefined || value.items.length === 0) return null
  return <span className="badge warning">{number(value.items.length)}{value.has_more ? "+" : ""}</span>
}
