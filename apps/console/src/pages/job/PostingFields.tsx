/** The details of a job for job portals and the careers site, folded at first. */
import { useState } from "react"
import { msg, t } from "../../language/text.tsx"
import { Button, textOf } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { Select, TextField } from "../../parts/Fields.tsx"
import { exactTime } from "../../parts/Time.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { listOf, textOfList } from "../../parts/listOf.ts"
import { countries } from "./countries.ts"
import { languages } from "./languages.ts"
import { dayOfEnd, endOfDay, endsWithDay, hasPassed } from "./lastDay.ts"
import type { Job } from "./loadBoard.ts"
import { PayFields, payIn } from "./PayFields.tsx"
import { useRows } from "./useRows.ts"

const workplaces = choicesOf<NonNullable<Job["workplace_type"]>>({
  onsite: msg("On-site"),
  hybrid: msg("Hybrid"),
  remote: msg("Remote")
})

const listings = choicesOf<Job["listing"]>({
  public: msg("Public"),
  unlisted: msg("Anyone with the link"),
  internal: msg("Internal")
})

type Place = Job["locations"][number]

const parts = ["street", "postal_code", "city", "region"] as const

const names = {
  street: msg("Street"),
  postal_code: msg("Postal code"),
  city: msg("City"),
  region: msg("Region")
} as const

/** Reads the locations of a form: each row has all fields. Empty rows are left out. */
const placesIn = (form: FormData): ReadonlyArray<Place> => {
  const columns = Object.fromEntries(
    [...parts, "country"].map((
      part
    ) => [part, form.getAll(`place_${part}`).map((value) => String(value).trim() || null)])
  )
  return columns["country"]!.map((_, at) =>
    Object.fromEntries(Object.entries(columns).map(([part, values]) => [part, values[at]])) as unknown as Place
  )
    .filter((place) => Object.values(place).some((part) => part !== null))
}

/** Reads the posting from the fields. An unchanged day keeps its stored time. */
export const postingIn = (form: FormData, job: Job) => {
  const day = textOf(form, "valid_through")
  return {
    workplace_type: workplaces.of(textOf(form, "workplace_type")) ?? null,
    listing: listings.of(textOf(form, "listing")) ?? job.listing,
    language: textOf(form, "language") || null,
    remote_countries: form.getAll("remote_countries").map(String).filter((country) => country !== "") as ReadonlyArray<
      Job["remote_countries"][number]
    >,
    remote_regions: listOf(textOf(form, "remote_regions")),
    locations: placesIn(form),
    ...payIn(form, job),
    ...(day === dayOfEnd(job.valid_through) ? {} : { valid_through: endOfDay(day) })
  }
}

interface Props {
  readonly job: Job
  /** The name of the field to show first. */
  readonly field?: string | undefined
}

export const PostingFields = ({ field, job }: Props) => {
  const known = countries()
  return (
    <details className="folded">
      <summary>{t("Job posting")}</summary>
      <p className="hint">{t("Shown on your careers site and sent to job boards.")}</p>
      <div className="field-grid">
        <Select
          label={t("Workplace type")}
          name="workplace_type"
          defaultValue={job.workplace_type ?? ""}
          options={[["", t("Not specified")], ...workplaces.options]}
        />
        <Select label={t("Visibility")} name="listing" defaultValue={job.listing} options={listings.options} />
        <LastDay end={job.valid_through} />
        <Select
          label={t("Language")}
          name="language"
          defaultValue={job.language ?? ""}
          options={[["", t("Not specified")], ...languages(job.language)]}
        />
      </div>
      <PayFields job={job} />
      <Places places={job.locations} known={known} isWanted={field === "locations"} />
      <RemoteCountries present={job.remote_countries} known={known} isWanted={field === "remote_countries"} />
      <TextField
        label={t("States and regions for remote work")}
        name="remote_regions"
        defaultValue={textOfList(job.remote_regions)}
        help={t(
          "Codes such as US-CA or DE-BY, or state names, separated by commas. Countries without a region are included as a whole."
        )}
      />
    </details>
  )
}

/** A last day in the past shows a warning but is accepted: it ends the posting. */
const LastDay = ({ end }: { readonly end: string | null }) => {
  const [day, setDay] = useState(dayOfEnd(end))
  const ends = day === dayOfEnd(end) ? end : endOfDay(day)
  const help = ends === null || endsWithDay(ends)
    ? t("Applications close at the end of this day, in your time zone.")
    : t("Applications close on {time}, in your time zone.", { time: exactTime(ends) })
  return (
    <div>
      <TextField
        label={t("Application deadline")}
        name="valid_through"
        type="date"
        defaultValue={day}
        onInput={({ currentTarget }) => setDay(currentTarget.value)}
        help={help}
      />
      <p className="hint warning" role="status">
        {hasPassed(ends, Date.now()) ? t("The deadline has passed, so candidates can't see this job.") : null}
      </p>
    </div>
  )
}

interface PlacesProps {
  readonly places: ReadonlyArray<Place>
  readonly known: ReturnType<typeof countries>
  /** Whether to begin with an empty row if there are no locations. */
  readonly isWanted: boolean
}

const Places = ({ isWanted, known, places }: PlacesProps) => {
  const { add, group, remove, rows } = useRows(places, isWanted)
  return (
    <fieldset ref={group} className="places">
      <legend>{t("Locations")}</legend>
      {rows.map(({ key, value }, at) => (
        <div key={key} id={key} className="place" role="group" aria-label={t("Location {number}", { number: at + 1 })}>
          {parts.map((part) => (
            <TextField key={part} label={t(names[part])} name={`place_${part}`} defaultValue={value?.[part] ?? ""} />
          ))}
          <Select
            label={t("Country")}
            name="place_country"
            defaultValue={value?.country ?? ""}
            options={[["", t("Not specified")], ...known]}
          />
          <Button
            look="quiet"
            aria-label={t("Remove location {number}", { number: at + 1 })}
            onClick={() =>
              remove(key)}
          >
            {t("Remove")}
          </Button>
        </div>
      ))}
      <Button look="quiet" onClick={add}>
        <Icon name="plus" />
        {t("Add location")}
      </Button>
    </fieldset>
  )
}

interface RemoteProps extends Omit<PlacesProps, "places"> {
  readonly present: Job["remote_countries"]
}

/** A select for each country: in one multiple select, a click without Ctrl would clear the chosen ones. */
const RemoteCountries = ({ isWanted, known, present }: RemoteProps) => {
  const { add, group, remove, rows } = useRows(present, isWanted)
  return (
    <fieldset ref={group} className="places">
      <legend>{t("Countries for remote work")}</legend>
      {rows.map(({ key, value }, at) => (
        <div key={key} id={key} className="place">
          <Select
            label={t("Country {number}", { number: at + 1 })}
            name="remote_countries"
            defaultValue={value ?? ""}
            options={[["", t("Not specified")], ...known]}
          />
          <Button
            look="quiet"
            aria-label={t("Remove country {number}", { number: at + 1 })}
            onClick={() => remove(key)}
          >
            {t("Remove")}
          </Button>
        </div>
      ))}
      <Button look="quiet" onClick={add}>
        <Icon name="plus" />
        {t("Add country")}
      </Button>
    </fieldset>
  )
}
