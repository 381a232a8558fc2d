/** The deliveries of a webhook with their outcomes, and a way to repeat one. */
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { candor } from "../../api/Client.ts"
import { usePaged } from "../../api/usePaged.ts"
import { Rich, t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Part } from "../../parts/Part.tsx"
import { ShowPages } from "../../parts/ShowPages.tsx"
import { Status } from "../../parts/Status.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { Ago } from "../../parts/Time.tsx"
import { statusesOfDeliveries } from "../views.ts"

/** Milliseconds between polls of the list while a delivery is pending, and the maximum number of polls. */
const lookMillis = 2000
const maxLooks = 10

/** `sent` changes after something was sent, which reloads the list. */
export const Deliveries = (
  { isEnabled, sent, webhookId }: { readonly webhookId: string; readonly isEnabled: boolean; readonly sent: number }
) => {
  const { status = "" } = useSearch({ from: "/webhooks/$id" })
  const navigate = useNavigate({ from: "/webhooks/$id" })
  const [looks, setLooks] = useState(0)
  const tell = useNotice()
  const deliveries = usePaged(
    ["delivery", webhookId, status],
    (page, signal) => candor.webhooks.deliveries(webhookId, { status: status || undefined, ...page }, { signal }),
    (answer) => answer.deliveries
  )
  const { reload } = deliveries
  useEffect(() => {
    if (sent === 0) return
    setLooks(0)
    reload()
  }, [sent, reload])
  const isPending = deliveries.value?.items.some((delivery) => delivery.status === "pending") ?? false
  useEffect(() => {
    if (!isPending || looks >= maxLooks) return
    const timer = setTimeout(() => {
      setLooks(looks + 1)
      reload()
    }, lookMillis)
    return () => clearTimeout(timer)
  }, [isPending, looks, reload])
  const replay = useAction(async (deliveryId: string) => {
    await candor.webhooks.replay(webhookId, deliveryId)
    tell(t("Sending again…"))
    setLooks(0)
    reload()
  })
  return (
    <Part title={t("Deliveries")}>
      <Tabs
        label={t("Filter deliveries")}
        tabs={statusesOfDeliveries}
        value={status}
        onChange={(status) => navigate({ search: { status: status || undefined }, replace: true, resetScroll: false })}
      />
      <Problem text={replay.error} />
      <ShowPages of={deliveries} empty={t("No deliveries yet")} hint={t("Each message to this webhook appears here.")}>
        {(items) => (
          <ul className="list">
            {items.map((
              { attempts, created_at, event_type, id, kind, last_error, last_status, next_attempt_at, status }
            ) => (
              <li key={id} className="list-item">
                <span className="list-main">
                  <strong>{event_type}</strong>
                  <span className="hint">
                    {kind === "event" ? null : `${kind === "test" ? t("a test") : t("sent again")}, `}
                    <Rich
                      text="{time}, {attempts, plural, one {# attempt} other {# attempts}}"
                      values={{ time: <Ago at={created_at} />, attempts }}
                    />
                    {last_status === null ? null : t(", response {status}", { status: String(last_status) })}
                    {next_attempt_at === null || attempts === 0
                      ? null
                      : <Rich text=", retry {time}" values={{ time: <Ago at={next_attempt_at} /> }} />}
                  </span>
                  {last_error === null ? null : <span className="hint">{last_error}</span>}
                </span>
                <span className="list-side">
                  <Status of={status} />
                  {status === "pending" || !isEnabled
                    ? null
                    : (
                      <Button
                        look="quiet"
                        aria-label={t("Send {event} again", { event: event_type })}
                        onClick={() => replay.run(id)}
                      >
                        {t("Send again")}
                      </Button>
                    )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </ShowPages>
    </Part>
  )
}
