/** Fields of a filter of applications, for boards, lists and filters in words. */
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Choice } from "../../parts/Choice.tsx"
import { spelled } from "../../parts/Status.tsx"
import { type Between, firstDay, lastDay } from "./days.ts"

interface Props {
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}

/** The stages of a job. */
export const StageChoice = ({ job, ...props }: Props & { readonly job: string }) => {
  const { value: stages = [] } = useLoaded(
    ["job", job, "stages"],
    async (signal) => (await candor.jobs.get(job, { signal })).job.stages.map(({ id, name }) => [id, name] as const)
  )
  return <Choice label={t("Stage")} any={t("Any stage")} options={stages} {...props} />
}

/** The sources of applications, of one job or of all jobs. */
export const SourceChoice = ({ job, ...props }: Props & { readonly job?: string | undefined }) => {
  const { value: sources = [] } = useLoaded(
    ["sources", ...(job === undefined ? [] : [job])],
    async (signal) =>
      (await candor.overviews.sources(job === undefined ? {} : { job_id: job }, { signal })).source_types.map((
        { source_type }
      ) => [source_type, spelled(source_type)] as const)
  )
  return <Choice label={t("Source")} any={t("Any source")} options={sources} {...props} />
}

/** The period in which applications arrived. */
/** The first and the last day on which applications arrived, in the person's time zone. */
export const AppliedBetween = (
  { created_after, created_before, onChange }: Between & { readonly onChange: (changes: Between) => void }
) => (
  <>
    <Day
      label={t("Applied from")}
      value={firstDay(created_after)}
      onChange={(day) => onChange({ created_after: day || undefined })}
    />
    <Day
      label={t("Applied until")}
      value={lastDay(created_before)}
      onChange={(day) => onChange({ created_before: day || undefined })}
    />
  </>
)

/**
 * A date field. While a person types the year, the field has values such as 0002-01-01, or none while a part is
 * missing. A date before 1900 is therefore used only when the field loses focus or Enter is pressed.
 */
const Day = (
  { label, onChange, value }: {
    readonly label: string
    readonly value: string
    readonly onChange: (day: string) => void
  }
) => {
  const [draft, setDraft] = useState<string>()
  const use = (day: string) => {
    if (day !== value) onChange(day)
  }
  const leave = () => {
    use(draft ?? value)
    setDraft(undefined)
  }
  return (
    <label className="filter-day">
      {label}{" "}
      <input
        type="date"
        className={value === "" ? "input fit" : "input fit chosen"}
        value={draft ?? value}
        onChange={({ target }) => {
          setDraft(target.value)
          if (target.value >= "1900") use(target.value)
        }}
        onBlur={leave}
        onKeyDown={({ key }) => {
          if (key === "Enter") leave()
        }}
      />
    </label>
  )
}
