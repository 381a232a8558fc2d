/** What can be changed of a job: its texts, and its stages by adding one. */
import { candor } from "../../api/Client.ts"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Select, TextArea, TextField } from "../../parts/Fields.tsx"
import { JobFields, jobIn } from "./JobFields.tsx"
import type { Job } from "./loadBoard.ts"

interface Props {
  readonly job: Job
  readonly onClose: () => void
  readonly onChange: (job: Job) => void
  /** Has the job loaded anew, with its new stage. */
  readonly onNewStage: () => void
}

export const EditJob = ({ job, onChange, onClose, onNewStage }: Props) => {
  const action = useAction(async (form: FormData) => {
    const description_md = textOf(form, "description_md")
    const stage = textOf(form, "stage")
    const { job: changed } = await candor.jobs.update(job.id, {
      ...jobIn(form),
      ...(description_md === (job.description_md ?? "") ? {} : { description_md })
    })
    onChange(changed)
    if (stage !== "") {
      await candor.jobs.addStage(job.id, { name: stage, order_index: Number(textOf(form, "order_index")) })
      onNewStage()
    }
    onClose()
  })
  return (
    <Dialog title="Edit job" onClose={onClose}>
      <Form action={action} submit="Save" onCancel={onClose}>
        <JobFields job={job} />
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
