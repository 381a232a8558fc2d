/** How much of this hour's limit the person's own requests have used. */
import { candor } from "../api/Client.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { Meter } from "../parts/Meter.tsx"

export const UsageOfLimit = () => {
  const { value } = useLoaded(["me"], (signal) => candor.me.get({ signal }))
  if (value === undefined) return null
  const { limit, remaining, reset } = value.rate_limit
  const used = limit - remaining
  const until = new Date(reset * 1000).toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit" })
  return (
    <section className="meter-card" aria-label="Requests of this hour">
      <div className="row">
        <span><strong>{used.toLocaleString("en")}</strong> of {limit.toLocaleString("en")} requests of this hour</span>
        <span className="hint">begins anew at {until}</span>
      </div>
      <Meter label="Requests used" used={used} limit={limit} />
    </section>
  )
}
