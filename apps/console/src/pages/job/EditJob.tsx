/** Edits a job: its texts and its stages. */
import { useEffect, useRef, useState } from "react"
import { changesOf } from "../../api/changesOf.ts"
import { candor } from "../../api/Client.ts"
import { reloadChanged } from "../../api/store.ts"
import { t } from "../../language/text.tsx"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { MarkdownField } from "../../parts/MarkdownField.tsx"
import { JobFields, jobIn } from "./JobFields.tsx"
import type { Job } from "./loadBoard.ts"
import { PostingFields, postingIn } from "./PostingFields.tsx"
import { rowsOf, saveStages } from "./stageRows.ts"
import { StagesEditor } from "./StagesEditor.tsx"

interface Props {
  readonly job: Job
  /** The name of the field to show first. */
  readonly field?: string | undefined
  readonly onClose: () => void
  readonly onChange: (job: Job) => void
  /** Reloads the job with its changed and new stages. */
  readonly onNewStages: () => void
}

/** Finds a field in a form; for locations, the first missing part. */
const fieldIn = (form: Element | null, name: string): HTMLElement | undefined => {
  if (name !== "locations") return form?.querySelector<HTMLElement>(`[name="${name}"]`) ?? undefined
  const parts = [
    ...form?.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name=place_country], [name=place_city]") ?? []
  ]
  const missing = parts.filter(({ value }) => value === "")
  return missing.find((part) => part.name === "place_country") ?? missing[0] ?? parts[0]
}

/** Scrolls to the requested field, after the dialog has taken the focus. */
const useField = (name: string | undefined) => {
  const within = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = name === undefined ? undefined : fieldIn(within.current, name)
    if (field === undefined) return
    const folded = field.closest("details")
    if (folded !== null) folded.open = true
    field.scrollIntoView({ block: "center" })
    field.focus()
  }, [name])
  return within
}

export const EditJob = ({ field, job: present, onChange, onClose, onNewStages }: Props) => {
  const [job, setJob] = useState(present)
  /** The job that the fields began with. */
  const [opened] = useState(present)
  const [rows, setRows] = useState(() => rowsOf(present))
  const within = useField(field)
  const action = useAction(async (form: FormData) => {
    const description_md = textOf(form, "description_md")
    const fields = {
      ...await jobIn(form),
      ...postingIn(form, opened),
      ...(description_md === (opened.description_md ?? "") ? {} : { description_md })
    }
    const changes = changesOf(fields, opened)
    // Sent too, since another office alone would replace the shown location by the office's.
    const shown = "office_id" in changes && "location" in fields ? { location: fields.location } : {}
    const { job: changed } = await candor.jobs.update(job.id, { ...changes, ...shown })
    onChange(changed)
    // Making the job confidential may have added the person to its team.
    if (changed.is_confidential !== job.is_confidential) void reloadChanged(["team_member", job.id])
    try {
      await saveStages(job, rows)
    } catch (error) {
      // Changes that were already saved must not be saved again.
      const { job: after } = await candor.jobs.get(job.id)
      setJob(after)
      setRows(rows.map((row) => {
        const { id } = after.stages.find(({ id, name }) =>
          row.id === undefined ? name === row.name.trim() : id === row.id
        ) ?? {}
        const { id: _, ...typed } = row
        return id === undefined ? typed : { ...typed, id }
      }))
      throw error
    } finally {
      onNewStages()
    }
    onClose()
  })
  return (
    <Dialog title={t("Edit job")} onClose={onClose}>
      <Form action={action} submit={t("Save")}>
        <div ref={within} className="form">
          <JobFields job={opened} />
          <MarkdownField label={t("Description")} name="description_md" defaultValue={opened.description_md ?? ""} />
          <PostingFields job={opened} field={field} />
          <StagesEditor rows={rows} onChange={setRows} />
        </div>
      </Form>
    </Dialog>
  )
}
