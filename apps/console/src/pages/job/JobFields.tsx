/** The fields that a job has from the beginning. */
import { msg, t } from "../../language/text.tsx"
import { textOf } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { Select, TextField } from "../../parts/Fields.tsx"
import type { Job } from "./loadBoard.ts"

const employmentTypes = choicesOf<NonNullable<Job["employment_type"]>>({
  full_time: msg("Full time"),
  part_time: msg("Part time"),
  contract: msg("Contract"),
  temporary: msg("Temporary"),
  internship: msg("Internship"),
  other: msg("Other")
})

/** What was typed into the fields. */
export const jobIn = (form: FormData) => ({
  title: textOf(form, "title"),
  department: textOf(form, "department") || null,
  location: textOf(form, "location") || null,
  employment_type: employmentTypes.of(textOf(form, "employment_type")) ?? null
})

/** The fields, with what a job has already. */
export const JobFields = ({ job }: { readonly job?: Job }) => (
  <>
    <TextField label={t("Title")} name="title" required defaultValue={job?.title} />
    <TextField label={t("Department")} name="department" defaultValue={job?.department ?? ""} />
    <TextField label={t("Location")} name="location" defaultValue={job?.location ?? ""} />
    <Select
      label={t("Employment")}
      name="employment_type"
      defaultValue={job?.employment_type ?? ""}
      options={[["", t("Not said")], ...employmentTypes.options]}
    />
  </>
)
