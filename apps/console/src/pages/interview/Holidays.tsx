/** The organization's holiday calendars: of countries, regions or offices. */
import type { HolidayCalendar } from "@candor/client"
import { type InputHTMLAttributes, useState } from "react"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { msg, t } from "../../language/text.tsx"
import { Problem, textOf, useAction } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { Select, Switch, TextField } from "../../parts/Fields.tsx"
import { Show } from "../../parts/Page.tsx"
import { PageForm } from "../../parts/PageForm.tsx"
import { Part } from "../../parts/Part.tsx"
import { Ago, calendarDay } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { problems } from "./BusyCalendars.tsx"

/** The holiday calendars by name. */
export const useHolidayCalendars = () =>
  useLoaded(["holiday_calendar"], async (signal) => (await candor.holidayCalendars.list({ signal })).holiday_calendars)

const kinds = choicesOf<"url" | "file">({ url: msg("iCal address"), file: msg("iCal file") })

/** Milliseconds ahead for which a calendar should have holidays. */
const ahead = 60 * 86_400_000

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
  const renewal = useAction(async (id: string, chosen: File) => {
    const file = await chosen.text()
    await candor.holidayCalendars.update(id, { file })
    loaded.reload()
  })
  if (!useMay("admin")) return null
  return (
    <Part title={t("Public holidays")}>
      <p className="lead">
        {t(
          "Candidates can't book people on their holidays, and recruiters give a reason. Each person can choose their calendars under “Working hours”."
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
                  <State calendar={calendar} />
                  {calendar.url === null
                    ? (
                      <FileField
                        label={t("Newer file for {name}", { name: calendar.name })}
                        onChange={({ target }) => {
                          const [file] = target.files ?? []
                          if (file !== undefined) renewal.run(calendar.id, file)
                        }}
                      />
                    )
                    : null}
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
      <Problem text={removal.error ?? choice.error ?? renewal.error} />
      <AddHolidays isFirst={loaded.value?.length === 0} onAdded={loaded.reload} />
    </Part>
  )
}

const State = ({ calendar: { last_day, problem, read_at, url } }: { readonly calendar: HolidayCalendar }) => (
  <>
    <p className="hint">{url ?? t("Uploaded file")}</p>
    <p className="hint">
      {read_at === null ? t("Not read yet") : (
        <>
          {t("Last read")} <Ago at={read_at} />
        </>
      )}
    </p>
    <Problem text={problem === null ? ending(read_at, last_day) : problems.name(problem)} />
  </>
)

/** Warns that the known holidays end soon, as those from a file do each year. */
const ending = (read_at: string | null, last_day: string | null): string | undefined => {
  if (read_at === null) return undefined
  if (last_day === null) return t("It has no holidays to come. Add a newer file or address.")
  return Date.parse(last_day) < Date.now() + ahead
    ? t("It has no holidays after {day}. Add a newer file or address.", { day: calendarDay(last_day) })
    : undefined
}

const FileField = (
  field: { readonly label: string; readonly hint?: string } & InputHTMLAttributes<HTMLInputElement>
) => <TextField type="file" accept=".ics,text/calendar" {...field} />

const AddHolidays = ({ isFirst, onAdded }: { readonly isFirst: boolean; readonly onAdded: () => void }) => {
  const [kind, setKind] = useState<string>("url")
  // A new key empties the fields after each calendar.
  const [count, setCount] = useState(0)
  const action = useAction(async (form: FormData) => {
    const file = form.get("file")
    await candor.holidayCalendars.create({
      name: textOf(form, "name"),
      is_default: isFirst,
      ...(file instanceof File ? { file: await file.text() } : { url: textOf(form, "url") })
    })
    setCount(count + 1)
    onAdded()
  })
  return (
    <PageForm key={count} action={action} submit={t("Add holidays")} className="narrow">
      <TextField label={t("Country, region or office")} name="name" required maxLength={200} />
      <Select
        label={t("Kind of calendar")}
        name="kind"
        options={kinds.options}
        value={kind}
        onChange={(event) => setKind(event.target.value)}
      />
      {kind === "file"
        ? <FileField label={t("iCal file")} name="file" required hint={t("A file ends with its last year.")} />
        : (
          <TextField
            label={t("iCal address")}
            name="url"
            required
            maxLength={2000}
            autoComplete="off"
            hint={t("Everyone in the organization can see it.")}
          />
        )}
    </PageForm>
  )
}
