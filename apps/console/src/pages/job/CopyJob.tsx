/** Copies a job, and opens the board of the copy. */
import { useNavigate } from "@tanstack/react-router"
import { candor } from "../../api/Client.ts"
import { t } from "../../language/text.tsx"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { TextField } from "../../parts/Fields.tsx"
import type { Job } from "./loadBoard.ts"

export const CopyJob = ({ job, onClose }: { readonly job: Job; readonly onClose: () => void }) => {
  const navigate = useNavigate()
  const action = useAction(async (form: FormData) => {
    const { job: copy } = await candor.jobs.copy(job.id, { title: textOf(form, "title") })
    await navigate({ to: "/jobs/$id", params: { id: copy.id }, ignoreBlocker: true })
    onClose()
  })
  return (
    <Dialog title={t("Copy job")} onClose={onClose}>
      <Form action={action} submit={t("Copy job")}>
        <TextField label={t("Title")} name="title" required defaultValue={job.title} />
        <p className="hint">
          {t(
            "The copy starts as a draft with this job's texts, stages, application form and hiring team, without its applications."
          )}
        </p>
      </Form>
    </Dialog>
  )
}
