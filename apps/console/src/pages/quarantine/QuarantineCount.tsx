/** How many submissions wait in the quarantine, beside its name. */
import { number } from "../../parts/Time.tsx"
import { useQuarantine } from "./quarantine.ts"

export const QuarantineCount = () => {
  const { value } = useQuarantine()
  if (value === undefined || value.items.length === 0) return null
  return <span className="badge warning">{number(value.items.length)}{value.has_more ? "+" : ""}</span>
}
