/** Adds somebody who applied in another way, as by e-mail. */
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { messageOf } from "../../api/failures.ts"
import { queries } from "../../api/queries.ts"
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
  readonly job: Job
  readonly onClose: () => void
  readonly onAdded: () => void
}

export const AddApplication = ({ job, onAdded, onClose }: Props) => {
  const tell = useNotice()
  const [files, setFiles] = useState<ReadonlyArray<File>>([])
  const action = useAction(async (form: FormData) => {
    const { application } = await candor.applications.create({
      job_id: job.id,
      source_type: textOf(form, "source_type"),
      candidate: personIn(form),
      ...(textOf(form, "candidate_match") === "new" ? { candidate_match: "new" } : {})
    })
    onAdded()
    onClose()
    // The applicant is there, whatever becomes of the files.
    if (files.length > 0) {
      await uploadFiles({ owner: { id: application.id, operations: candor.attachments }, files, hasResume: false })
        .catch((error: unknown) => tell(messageOf(error)))
      // It may be open beside the board already.
      for (const noun of ["application", "attachment"]) void queries.invalidateQueries({ queryKey: [noun, application.id] })
    }
    const known = application.candidate_match === "found" ? ` ${t("This person was known already.")}` : ""
    tell(`${t("{name} is in {stage}.", { name: application.candidate.full_name, stage: application.stage.name })}${known}`)
  })
  return (
    <Dialog title={t("Add an applicant")} onClose={onClose}>
      <Form action={action} submit={t("Add")}>
        <PersonFields emailHint={t("Several with commas between them.")} />
        <ChosenFiles files={files} onChange={setFiles} />
        <Select
          label={t("If somebody has these addresses")}
          name="candidate_match"
          options={[["", t("It is the same person")], ["new", t("It is another person")]]}
        />
        <TextField label={t("Source")} name="source_type" defaultValue="email" required hint={t("The way by which the application came.")} />
      </Form>
    </Dialog>
  )
}
