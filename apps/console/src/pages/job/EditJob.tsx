/** What can be changed of a job: its texts, and its stages by adding one. */
import { call } from "../../api/Operations.ts"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Select, TextArea, TextField } from "../../parts/Fields.tsx"
import { spelled } from "../../parts/Status.tsx"
import { employmentTypes } from "./Jobs.tsx"
import type { Job } from "./loadBoard.ts"

interface Props {
  readonly job: Job
  readonly onClose: () => void
  readonly onChange: (job: Job) => void
}

export const EditJob = ({ job, onChange, onClose }: Props) => {
  const action = useAction(async (form: FormData) => {
    const chosen = textOf(form, "employment_type")
    const stage = textOf(form, "stage")
    const params = { jobId: job.id }
    const { job: changed } = await call("Jobs.update", {
      params,
      body: {
        title: textOf(form, "title"),
        department: textOf(form, "department") || null,
        location: textOf(form, "location") || null,
        employment_type: employmentTypes.find((type) => type === chosen) ?? null,
        ...(textOf(form, "description_md") === "" ? {} : { description_md: textOf(form, "description_md") })
      }
    })
    if (stage !== "") {
      await call("Jobs.addStage", { params, body: { name: stage, order_index: Number(textOf(form, "order_index")) } })
      onChange((await call("Jobs.get", { params })).job)
    } else onChange(changed)
    onClose()
  })
  return (
    <Dialog title="Edit job" onClose={onClose}>
      <Form action={action} submit="Save" onCancel={onClose}>
        <TextField label="Title" name="title" required defaultValue={job.title} />
        <TextField label="Department" name="department" defaultValue={job.department ?? ""} />
        <TextField label="Location" name="location" defaultValue={job.location ?? ""} />
        <Select
          label="Employment"
          name="employment_type"
          defaultValue={job.employment_type ?? ""}
          options={[["", "Not said"], ...employmentTypes.map((type) => [type, spelled(type)] as const)]}
        />
        <TextArea label="Description" name="description_md" defaultValue={job.description_md ?? ""} hint="In Markdown." />
        <TextField label="New stage" name="stage" hint="Leave it empty to add none." />
        <Select
          label="It comes"
          name="order_index"
          defaultValue={String(job.stages.length)}
          options={[...job.stages.map(({ name }, index) => [String(index), `before ${name}`] as const), [String(job.stages.length), "last"] as const]}
        />
      </Form>
    </Dialog>
  )
}
