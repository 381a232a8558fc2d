/** What can be changed of a job: its texts, the types of its stages, and its stages by adding one. */
import { candor } from "../../api/Client.ts"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Select, TextArea, TextField } from "../../parts/Fields.tsx"
import { JobFields, jobIn } from "./JobFields.tsx"
import type { Job } from "./loadBoard.ts"
import { stageTypes } from "./stageTypes.tsx"

interface Props {
  readonly job: Job
  readonly onClose: () => void
  readonly onChange: (job: Job) => void
  /** Has the job loaded anew, with its changed and new stages. */
  readonly onNewStages: () => void
}

export const EditJob = ({ job, onChange, onClose, onNewStages }: Props) => {
  const action = useAction(async (form: FormData) => {
    const description_md = textOf(form, "description_md")
    const stage = textOf(form, "stage")
    const { job: changed } = await candor.jobs.update(job.id, {
      ...jobIn(form),
      ...(description_md === (job.description_md ?? "") ? {} : { description_md })
    })
    onChange(changed)
    let stages = 0
    for (const { id, type: present } of job.stages) {
      const type = stageTypes.of(textOf(form, `type ${id}`))
      if (type === undefined || type === present) continue
      await candor.jobs.updateStage(job.id, id, { type })
      stages++
    }
    if (stage !== "") {
      const type = stageTypes.of(textOf(form, "type"))
      const order_index = Number(textOf(form, "order_index"))
      await candor.jobs.addStage(job.id, { name: stage, order_index, ...(type === undefined ? {} : { type }) })
      stages++
    }
    if (stages > 0) onNewStages()
    onClose()
  })
  return (
    <Dialog title="Edit job" onClose={onClose}>
      <Form action={action} submit="Save">
        <JobFields job={job} />
        <TextArea label="Description" name="description_md" defaultValue={job.description_md ?? ""} hint="In Markdown." />
        <fieldset className="stage-types">
          <legend>What the stages mean</legend>
          <p className="hint">An application that comes into a stage of the type Hired is hired.</p>
          {job.stages.map(({ id, name, type }) => (
            <Select key={id} label={name} name={`type ${id}`} defaultValue={type} options={stageTypes.options} />
          ))}
        </fieldset>
        <TextField label="New stage" name="stage" hint="Leave it empty to add none." />
        <Select label="It means" name="type" defaultValue="" options={[["", "What its name says"], ...stageTypes.options]} />
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
