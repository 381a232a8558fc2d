/** A chart of how much of its limit a key has used in the latest hours. */
import { useState } from "react"
import { candor } from "../api/Client.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { t } from "../language/text.tsx"
import { Select } from "../parts/Fields.tsx"
import { HourChart } from "../parts/HourChart.tsx"
import { Show } from "../parts/Page.tsx"

interface Key {
  readonly id: string
  readonly name: string
  readonly last_used_at: string | null
}

interface UsageProps {
  /** At least one. */
  readonly keys: ReadonlyArray<Key>
}

const usedLater = (a: Key, b: Key): Key => (b.last_used_at ?? "") > (a.last_used_at ?? "") ? b : a

export const UsageOfKey = ({ keys }: UsageProps) => {
  const [chosen, setChosen] = useState<string>()
  const { id } = keys.find(({ id }) => id === chosen) ?? keys.reduce(usedLater)
  const usage = useLoaded(["usage", id], (signal) => candor.apiKeys.usage(id, { signal }))
  return (
    <section className="section" aria-labelledby="usage-of-key">
      <h2 id="usage-of-key">{t("API requests in the last 24 hours")}</h2>
      <div className="meter-card">
        <Select
          label={t("Key")}
          value={id}
          options={keys.map(({ id, name }) => [id, name] as const)}
          onChange={({ target }) => setChosen(target.value)}
        />
        <Show of={usage}>{({ usage: { hours, limit } }) => <HourChart hours={hours} limit={limit} />}</Show>
      </div>
    </section>
  )
}
