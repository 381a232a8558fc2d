/** Creates a job, and opens its board. */
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useJobChoices } from "../../api/choices.ts"
import { messageOfChange } from "../../api/failures.ts"
import { t } from "../../language/text.tsx"
import { Form, Problem, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Select } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { useCareers } from "../careers/careers.ts"
import { publishedText } from "./hiddenBy.ts"
import { JobFields, jobIn } from "./JobFields.tsx"

/** Creates a job, or copies one and applies the typed fields. */
const made = async (from: string, { title, ...fields }: Awaited<ReturnType<typeof jobIn>>) => {
  if (from === "") return candor.jobs.create({ title, ...fields })
  const typed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== false))
  return candor.jobs.copy(from, { title, ...typed })
}

export const CreateJob = ({ onClose }: { readonly onClose: () => void }) => {
  const navigate = useNavigate()
  const tell = useNotice()
  const { value: careers } = useCareers()
  const jobs = useJobChoices()
  /** Whether the person tried to publish a job without any description. */
  const [isEmpty, setEmpty] = useState(false)
  const action = useAction(async (form: FormData) => {
    if (textOf(form, "publish") !== "" && textOf(form, "start_from") === "" && !isEmpty) return setEmpty(true)
    const { job } = await made(textOf(form, "start_from"), await jobIn(form))
    // The draft exists, even if publishing fails.
    if (textOf(form, "publish") !== "") {
      await candor.jobs.update(job.id, { status: "published" }).then(
        ({ job }) => tell(publishedText(job, careers)),
        (error: unknown) => tell(messageOfChange(error))
      )
    }
    await navigate({ to: "/jobs/$id", params: { id: job.id }, ignoreBlocker: true })
    onClose()
  })
  const other = {
    name: "publish",
    submit: isEmpty ? t("Publish without a description") : t("Create and publish")
  }
  return (
    <Dialog title={t("New job")} onClose={onClose}>
      <Form action={action} submit={t("Create draft")} other={other}>
        <JobFields>
          <Select
            label={t("Start from")}
            name="start_from"
            options={[["", t("A new job")], ...jobs]}
            help={t("A copy includes the texts, stages, application form and hiring team.")}
          />
        </JobFields>
        {isEmpty
          ? (
            <Problem
              text={t(
                "Candidates would see a title and no word about the job. Create a draft to write the description first."
              )}
            />
          )
          : null}
        <p className="hint">
          {t("The job starts with the default stages. Publish it from its board when you're ready.")}
        </p>
      </Form>
    </Dialog>
  )
}
