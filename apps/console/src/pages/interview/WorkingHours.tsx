/** The hours in which candidates can book the signed-in person. */
import { type HolidayCalendar, responseOf, type Schedule } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { msg, t } from "../../language/text.tsx"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { TextField } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { ZoneField } from "../../parts/ZoneField.tsx"
import { useHolidayCalendars } from "./Holidays.tsx"
import { ownZone } from "./interviews.ts"

type Weekday = Schedule["hours"][number]["day"]

const days = choicesOf<Weekday>({
  monday: msg("Monday"),
  tuesday: msg("Tuesday"),
  wednesday: msg("Wednesday"),
  thursday: msg("Thursday"),
  friday: msg("Friday"),
  saturday: msg("Saturday"),
  sunday: msg("Sunday")
})

/** Convert between hours and text: `09:00-12:00, 13:00-17:00`. */
const spansOf = ({ hours }: Schedule, day: string): string =>
  hours.filter((span) => span.day === day).map(({ from, to }) => `${from}-${to}`).join(", ")
const hoursOf = (day: Weekday, text: string): Schedule["hours"] =>
  text.split(",").filter((span) => span.trim() !== "").map((span) => {
    const [from = "", to = ""] = span.split(/[-–]/).map((clock) => clock.trim().padStart(5, "0"))
    return { day, from, to }
  })

const loadSchedule = async (signal?: AbortSignal) => {
  const answer = await candor.me.schedule({ signal })
  return { schedule: answer.schedule, etag: responseOf(answer).etag }
}

export const WorkingHours = () => {
  const loaded = useLoaded(["schedule"], loadSchedule)
  return (
    <Part title={t("Working hours")}>
      <p className="hint">{t("Candidates with a scheduling link can book you in these hours.")}</p>
      <Show of={loaded}>
        {({ etag, schedule }) => <Hours key={etag} etag={etag} schedule={schedule} onSaved={loaded.reload} />}
      </Show>
    </Part>
  )
}

/**
 * Returns the chosen holiday calendars; null for the default ones, so that the member follows later changes of the
 * default.
 */
const chosenOf = (form: FormData, holidays: ReadonlyArray<HolidayCalendar>): ReadonlyArray<string> | null =>
  holidays.every(({ id, is_default }) => form.has(`holidays-${id}`) === is_default)
    ? null
    : holidays.filter(({ id }) => form.has(`holidays-${id}`)).map(({ id }) => id)

interface Props {
  readonly schedule: Schedule
  readonly etag: string | undefined
  readonly onSaved: () => void
}

const Hours = ({ etag, onSaved, schedule }: Props) => {
  const { value: holidays = [] } = useHolidayCalendars()
  const tell = useNotice()
  const action = useAction(async (form: FormData) => {
    const limit = (name: string) => textOf(form, name) === "" ? null : Number(textOf(form, name))
    await candor.me.chooseSchedule({
      time_zone: textOf(form, "time_zone"),
      hours: days.options.flatMap(([day]) => hoursOf(days.of(day) ?? "monday", textOf(form, day))),
      max_per_day: limit("max_per_day"),
      max_per_week: limit("max_per_week"),
      holiday_calendar_ids: holidays.length === 0 ? schedule.holiday_calendar_ids : chosenOf(form, holidays)
    }, etag === undefined ? {} : { ifMatch: etag })
    onSaved()
    tell(t("Working hours saved"), { about: "schedule" })
  })
  return (
    <Form action={action} submit={t("Save")}>
      <ZoneField
        label={t("Time zone")}
        present={schedule.time_zone}
        hint={schedule.time_zone === ownZone() ? undefined : t("This device is in {zone}.", { zone: ownZone() })}
      />
      {days.options.map(([day, name]) => (
        <TextField
          key={day}
          label={name}
          name={day}
          defaultValue={spansOf(schedule, day)}
          pattern="\s*(\d{1,2}:\d{2}\s*[\-–]\s*\d{1,2}:\d{2}\s*(,\s*\d{1,2}:\d{2}\s*[\-–]\s*\d{1,2}:\d{2}\s*)*)?"
          placeholder={t("For example 9:00-12:00, 13:00-17:00")}
          title={t("For example 9:00-12:00, 13:00-17:00")}
        />
      ))}
      <div className="field-row">
        <TextField
          label={t("Interviews a day (optional)")}
          name="max_per_day"
          type="number"
          min={0}
          max={50}
          defaultValue={schedule.max_per_day ?? ""}
        />
        <TextField
          label={t("Interviews a week (optional)")}
          name="max_per_week"
          type="number"
          min={0}
          max={200}
          defaultValue={schedule.max_per_week ?? ""}
        />
      </div>
      {holidays.length === 0 ? null : (
        <fieldset className="choice">
          <legend>{t("Public holidays")}</legend>
          {holidays.map(({ id, is_default, name }) => (
            <label key={id} className="check">
              <input
                type="checkbox"
                name={`holidays-${id}`}
                defaultChecked={schedule.holiday_calendar_ids?.includes(id) ?? is_default}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
    </Form>
  )
}
