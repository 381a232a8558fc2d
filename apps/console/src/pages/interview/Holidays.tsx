/** The calendars of holidays of the organization: of countries, regions or offices. */
import type { HolidayCalendar } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Problem, textOf, useAction } from "../../parts/Action.tsx"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { Switch, TextField } from "../../parts/Fields.tsx"
import { Show } from "../../parts/Page.tsx"
import { PageForm } from "../../parts/PageForm.tsx"
import { Part } from "../../parts/Part.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { problems } from "./BusyCalendars.tsx"

/** The calendars of holidays, by name. */
export const useHolidayCalendars = () =>
  useLoaded(["holiday_calendar"], async (signal) => (await candor.holidayCalendars.list({ signal })).holiday_calendars)

export const Holidays = () => {
  const loaded = useHolidayCalendars()
  const removal = useAction(async (id: string) => {
    await candor.holidayCalendars.delete(id)
    loaded.reload()
  })
  const choice = useAction(async ({ id, is_default }: HolidayCalendar) => {
    await candor.holidayCalendars.update(id, { is_default: !is_default })
    loaded.reload()
  })
  if (!useMay("admin")) return null
  return (
    <Part title={t("Public holidays")}>
      <p className="lead">
        {t(
          "Candidates can't book people on their holidays. Each person can choose their calendars under “Working hours”."
        )}
      </p>
      <Show of={loaded}>
        {(calendars) =>
          calendars.length === 0 ? null : (
            <ul className="list">
              {calendars.map((calendar) => (
                <li key={calendar.id} className="entry-item">
                  <div className="row">
                    <strong>{calendar.name}</strong>
                    <ConfirmButton
                      label={t("Remove {name}", { name: calendar.name })}
                      question={t("Remove?")}
                      pending={removal.pending}
                      onConfirm={() => removal.run(calendar.id)}
                    >
                      {t("Remove")}
                    </ConfirmButton>
                  </div>
                  <p className="hint">{calendar.url}</p>
                  <p className="hint">
                    {calendar.read_at === null ? t("Not read yet") : (
                      <>
                        {t("Last read")} <Ago at={calendar.read_at} />
                      </>
                    )}
                  </p>
                  <Problem text={calendar.problem === null ? undefined : problems.name(calendar.problem)} />
                  <Switch
                    label={t("For everyone who hasn't chosen")}
                    aria-label={t("{name} for everyone who hasn't chosen", { name: calendar.name })}
                    checked={calendar.is_default}
                    onChange={() => choice.run(calendar)}
                  />
                </li>
              ))}
            </ul>
          )}
      </Show>
      <Problem text={removal.error ?? choice.error} />
      <AddHolidays isFirst={loaded.value?.length === 0} onAdded={loaded.reload} />
    </Part>
  )
}

const AddHolidays = ({ isFirst, onAdded }: { readonly isFirst: boolean; readonly onAdded: () => void }) => {
  // A new key empties the fields after each calendar.
  const [count, setCount] = useState(0)
  const action = useAction(async (form: FormData) => {
    await candor.holidayCalendars.create({ name: textOf(form, "name"), url: textOf(form, "url"), is_default: isFirst })
    setCount(count + 1)
    onAdded()
  })
  return (
    <PageForm key={count} action={action} submit={t("Add holidays")} className="narrow">
      <TextField label={t("Country, region or office")} name="name" required maxLength={200} />
      <TextField
        label={t("iCal address")}
        name="url"
        required
        maxLength={2000}
        autoComplete="off"
        hint={t("Everyone in the organization can see it.")}
      />
    </PageForm>
  )
}
