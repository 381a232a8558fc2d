/** Edits the application form of a job: its fields, and its questions. */
import type { JobForm } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { reloadChanged } from "../../api/store.ts"
import { type Opened, useOpened } from "../../api/useOpened.ts"
import { msg, t } from "../../language/text.tsx"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { Select } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Show } from "../../parts/Page.tsx"
import { questionsIn, type QuestionRow, rowsOf } from "./questionRows.ts"
import { QuestionsEditor } from "./QuestionsEditor.tsx"

const parts = ["phone", "resume", "cover_letter", "linkedin_url", "website_url"] as const

const names = {
  phone: msg("Phone number"),
  resume: msg("Résumé"),
  cover_letter: msg("Cover letter"),
  linkedin_url: msg("LinkedIn profile"),
  website_url: msg("Website")
} as const

const presences = choicesOf<JobForm["phone"]>({
  required: msg("Required"),
  optional: msg("Optional"),
  hidden: msg("Off")
})

interface Props {
  readonly job: string
  readonly onClose: () => void
}

const FormEditor = ({ job, onClose }: Props) => {
  const loaded = useOpened(["job_form", job], (signal) => candor.jobForms.get(job, { signal }), ({ form }) => form)
  return (
    <Dialog title={t("Application form")} onClose={onClose}>
      <Show of={loaded}>{(opened) => <Editor opened={opened} onClose={onClose} />}</Show>
    </Dialog>
  )
}

interface EditorProps extends Pick<Props, "onClose"> {
  readonly opened: Opened<JobForm>
}

const Editor = ({ onClose, opened }: EditorProps) => {
  const [{ etag, value: form }] = useState(opened)
  const tell = useNotice()
  const [rows, setRows] = useState<ReadonlyArray<QuestionRow>>(() => rowsOf(form))
  const action = useAction(async (data: FormData) => {
    const asked = Object.fromEntries(parts.map((part) => [part, presences.of(textOf(data, part)) ?? form[part]]))
    await candor.jobForms.put(form.id, { ...asked, questions: questionsIn(rows) }, { ifMatch: etag })
    // The board's checklist and filters use the questions.
    void reloadChanged(["job_form", form.id])
    tell(t("Application form saved"))
    onClose()
  })
  return (
    <Form action={action} submit={t("Save")}>
      <p className="hint">{t("Name and email address are always required.")}</p>
      <div className="form-parts">
        {parts.map((part) => (
          <Select key={part} label={t(names[part])} name={part} defaultValue={form[part]} options={presences.options} />
        ))}
      </div>
      <QuestionsEditor rows={rows} onChange={setRows} />
    </Form>
  )
}

export default FormEditor
