/** How much of this hour's limit the person's own requests have used. */
import { candor } from "../api/Client.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { Rich, t } from "../language/text.tsx"
import { Meter } from "../parts/Meter.tsx"
import { clockTime, number } from "../parts/Time.tsx"

export const UsageOfLimit = () => {
  const { value } = useLoaded(["me"], (signal) => candor.me.get({ signal }))
  if (value === undefined) return null
  const { limit, remaining, reset } = value.rate_limit
  const used = limit - remaining
  const time = clockTime(new Date(reset * 1000))
  return (
    <section className="meter-card" aria-label={t("API requests this hour")}>
      <div className="row">
        <span>
          <Rich
            text="{used} of {limit} requests this hour"
            values={{ used: <strong>{number(used)}</strong>, limit: number(limit) }}
          />
        </span>
        <span className="hint">{t("Resets at {time}", { time })}</span>
      </div>
      <Meter label={t("Requests used")} used={used} limit={limit} />
    </section>
  )
}
