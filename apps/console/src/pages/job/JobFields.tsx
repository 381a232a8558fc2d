/** The fields that a job has from the beginning. */
import { textOf } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { Select, TextField } from "../../parts/Fields.tsx"
import type { Job } from "./loadBoard.ts"

const employmentTypes = choicesOf<NonNullable<Job["employment_type"]>>({
  full_time: "Full time",
  part_time: "Part time",
  contract: "Contract",
  temporary: "Temporary",
  internship: "Internship",
  other: "Other"
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
    <TextField label="Title" name="title" required defaultValue={job?.title} />
    <TextField label="Department" name="department" defaultValue={job?.department ?? ""} />
    <TextField label="Location" name="location" defaultValue={job?.location ?? ""} />
    <Select
      label="Employment"
      name="employment_type"
      defaultValue={job?.employment_type ?? ""}
      options={[["", "Not said"], ...employmentTypes.options]}
    />
  </>
)
