/** A meter of how much of a limit is used. */
import { t } from "../language/text.tsx"

interface MeterProps {
  readonly label: string
  readonly used: number
  readonly limit: number
}

export const Meter = ({ label, limit, used }: MeterProps) => (
  <div
    className="meter"
    role="meter"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={limit}
    aria-valuenow={Math.min(used, limit)}
    aria-valuetext={t("{used} of {limit}", { used, limit })}
  >
    <span style={{ width: `${Math.min(100, limit === 0 ? 100 : used / limit * 100)}%` }} />
  </div>
)
