/** Makes a job, and goes to its board. */
import { useNavigate } from "@tanstack/react-router"
import { candor } from "../../api/Client.ts"
import { t } from "../../language/text.tsx"
import { Form, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { JobFields, jobIn } from "./JobFields.tsx"

export const CreateJob = ({ onClose }: { readonly onClose: () => void }) => {
  const navigate = useNavigate()
  const action = useAction(async (form: FormData) => {
    const { job } = await candor.jobs.create(jobIn(form))
    await navigate({ to: "/jobs/$id", params: { id: job.id }, ignoreBlocker: true })
    onClose()
  })
  return (
    <Dialog title={t("New job")} onClose={onClose}>
      <Form action={action} submit={t("Create draft")}>
        <JobFields />
        <p className="hint">{t("It begins as a draft with the usual stages. Publish it when it is ready.")}</p>
      </Form>
    </Dialog>
  )
}
