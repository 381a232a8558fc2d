/** Adds an applicant who applied in another way, such as by email. */
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { messageOf } from "../../api/failures.ts"
import { reloadChanged } from "../../api/store.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { ChosenFiles } from "../../file/ChosenFiles.tsx"
import { uploadFiles } from "../../file/FileOwner.ts"
import { t } from "../../language/text.tsx"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Select, TextField } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { PersonFields, personIn } from "../candidate/PersonFields.tsx"
import type { Job } from "./loadBoard.ts"

interface Props {
  /** If undefined, the dialog asks for the job, and then opens its board. */
  readonly job?: Job
  readonly onClose: () => void
  readonly onAdded?: () => void
}

export const AddApplication = ({ job, onAdded, onClose }: Props) => {
  const tell = useNotice()
  const navigate = useNavigate()
  const [files, setFiles] = useState<ReadonlyArray<File>>([])
  const action = useAction(async (form: FormData) => {
    const { application } = await candor.applications.create({
      job_id: job?.id ?? textOf(form, "job_id"),
      source_type: textOf(form, "source_type"),
      candidate: personIn(form),
      ...(textOf(form, "candidate_match") === "new" ? { candidate_match: "new" } : {})
    })
    onAdded?.()
    if (job === undefined)
      await navigate({
        to: "/jobs/$id",
        params: { id: application.job.id },
        search: { application: application.id },
        ignoreBlocker: true
      })
    onClose()
    // The application exists, even if the upload of files fails.
    if (files.length > 0) {
      await uploadFiles({ owner: { id: application.id, operations: candor.attachments }, files, hasResume: false })
        .catch((error: unknown) => tell(messageOf(error)))
      // The application may already be open beside the board.
      for (const noun of ["application", "attachment"]) void reloadChanged([noun, application.id])
    }
    const known = application.candidate_match === "found" ? ` ${t("This candidate already exists.")}` : ""
    tell(`${t("{name} was added to the job.", { name: application.candidate.full_name })}${known}`)
  })
  return (
    <Dialog title={t("Add an applicant")} onClose={onClose}>
      <Form action={action} submit={t("Add")}>
        {job === undefined ? <JobChoice /> : null}
        <PersonFields emailHint={t("Separate with commas.")} />
        <ChosenFiles files={files} onChange={setFiles} />
        <Select
          label={t("If a candidate with these contact details exists")}
          name="candidate_match"
          options={[["", t("Use that candidate")], ["new", t("Create a new candidate")]]}
        />
        <TextField
          label={t("Source")}
          name="source_type"
          defaultValue="email"
          required
          help={t("Where the application came from.")}
        />
      </Form>
    </Dialog>
  )
}

/** The published jobs. */
const JobChoice = () => {
  const { value = [] } = useLoaded(["job", "published"], async (signal) => {
    const jobs: Array<readonly [id: string, title: string]> = []
    for await (const { id, title } of candor.jobs.all({ status: "published", limit: 100 }, { signal }))
      jobs.push([id, title])
    return jobs.toSorted(([, one], [, other]) => one.localeCompare(other))
  })
  return <Select label={t("Job")} name="job_id" required options={[["", t("Choose a job")], ...value]} />
}
