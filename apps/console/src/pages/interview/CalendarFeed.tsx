/** The private calendar address of the signed-in person. */
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { TextField } from "../../parts/Fields.tsx"
import { Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"

export const CalendarFeed = () => {
  const feed = useLoaded(["calendar_feed"], async (signal) => (await candor.me.calendarFeed({ signal })).calendar_feed)
  const [url, setUrl] = useState<string>()
  const make = useAction(async () => {
    setUrl((await candor.me.makeCalendarFeed()).calendar_feed.url)
    feed.reload()
  })
  const end = useAction(async () => {
    await candor.me.endCalendarFeed()
    setUrl(undefined)
    feed.reload()
  })
  return (
    <Part title={t("Calendar")}>
      <Show of={feed}>
        {({ made_at }) => (
          <div className="stack">
            <p className="hint">
              {t("Subscribe to your interviews in your calendar app. Anyone with the address can see them.")}
            </p>
            {url === undefined
              ? null
              : (
                <TextField
                  label={t("Calendar address")}
                  readOnly
                  value={url}
                  hint={t("Copy it now. It won't be shown again.")}
                />
              )}
            <div className="buttons">
              <Button look="quiet" pending={make.pending} onClick={() => make.run()}>
                {made_at === null ? t("Create address") : t("Replace address")}
              </Button>
              {made_at === null
                ? null
                : <Button look="quiet" pending={end.pending} onClick={() => end.run()}>{t("Turn off")}</Button>}
            </div>
            <Problem text={make.error ?? end.error} />
          </div>
        )}
      </Show>
    </Part>
  )
}
