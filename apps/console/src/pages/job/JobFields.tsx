/** The fields of a new job. */
import { type ChangeEvent, type ReactNode, useRef, useState } from "react"
import { msg, t } from "../../language/text.tsx"
import { textOf } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { Select, Switch, TextField } from "../../parts/Fields.tsx"
import { treeOptions } from "../../parts/treeOf.ts"
import { useMay } from "../../session/CurrentSession.tsx"
import { DepartmentField, departmentIn } from "./DepartmentField.tsx"
import type { Job } from "./loadBoard.ts"
import { useOffices } from "./places.ts"

const employmentTypes = choicesOf<NonNullable<Job["employment_type"]>>({
  full_time: msg("Full-time"),
  part_time: msg("Part-time"),
  contract: msg("Contract"),
  temporary: msg("Temporary"),
  internship: msg("Internship"),
  other: msg("Other")
})

/** Reads the office, which gives the job its location if none is typed. */
const officeIn = (form: FormData) => {
  const [office_id, location] = [textOf(form, "office_id") || null, textOf(form, "location") || null]
  return {
    ...(form.has("office_id") ? { office_id } : {}),
    ...(office_id !== null && location === null ? {} : { location })
  }
}

const OfficeField = ({ job }: { readonly job: Job | undefined }) => {
  const { value: offices = [] } = useOffices()
  const chosen = useRef(job?.office_id ?? "")
  if (offices.length === 0) return null
  const locationOf = (id: string) => {
    const office = offices.find((office) => office.id === id)
    return office === undefined ? "" : office.location ?? office.name
  }
  /** Choosing an office fills in its location, unless one was typed. */
  const choose = ({ target: { form, value } }: ChangeEvent<HTMLSelectElement>) => {
    const location = form?.elements.namedItem("location")
    if (location instanceof HTMLInputElement && ["", locationOf(chosen.current)].includes(location.value.trim()))
      location.value = locationOf(value)
    chosen.current = value
  }
  return (
    <Select
      label={t("Office")}
      name="office_id"
      defaultValue={chosen.current}
      options={[["", t("Not specified")], ...treeOptions(offices)]}
      onChange={choose}
    />
  )
}

/** Reads the job from the fields. */
export const jobIn = async (form: FormData) => ({
  title: textOf(form, "title"),
  ...await departmentIn(form),
  ...officeIn(form),
  employment_type: employmentTypes.of(textOf(form, "employment_type")) ?? null,
  is_confidential: textOf(form, "is_confidential") === "yes"
})

/** A member who is no administrator keeps access to a job they make confidential: the server adds them to its team. */
const Confidential = ({ was }: { readonly was: boolean }) => {
  const [isOn, setOn] = useState(was)
  const isAdmin = useMay("admin")
  return (
    <Switch
      label={t("Confidential: visible only to the hiring team and administrators")}
      name="is_confidential"
      value="yes"
      checked={isOn}
      onChange={({ target }) => setOn(target.checked)}
      {...(isOn && !was && !isAdmin
        ? { hint: t("You'll be added to its hiring team as a recruiter, unless you're already on it.") }
        : {})}
    />
  )
}

/** The fields, filled in with a job's values; `children` follow the title. */
export const JobFields = ({ children, job }: { readonly children?: ReactNode; readonly job?: Job }) => (
  <>
    <TextField label={t("Title")} name="title" required defaultValue={job?.title} />
    {children}
    <div className="field-grid">
      <DepartmentField {...(job === undefined ? {} : { job })} />
      <OfficeField job={job} />
      <TextField label={t("Location")} name="location" defaultValue={job?.location ?? ""} />
      <Select
        label={t("Employment type")}
        name="employment_type"
        defaultValue={job?.employment_type ?? ""}
        options={[["", t("Not specified")], ...employmentTypes.options]}
      />
    </div>
    <Confidential was={job?.is_confidential ?? false} />
  </>
)
