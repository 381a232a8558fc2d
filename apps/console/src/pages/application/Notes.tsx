/** Notes of the team on an application. Only its author can change a note, which the server sees to. */
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { Button, Form, Problem, textOf, useAction } from "../../parts/Action.tsx"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { TextArea } from "../../parts/Fields.tsx"
import { Part } from "../../parts/Part.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import type { Application, PartOfApplication } from "./Application.ts"

type Note = Application["notes"][number]

export const Notes = ({ application, onChange }: PartOfApplication) => {
  const mayWrite = useMay("write")
  // A new key empties the field after each note.
  const [written, setWritten] = useState(0)
  const action = useAction(async (form: FormData) => {
    await candor.notes.create(application.id, { note: textOf(form, "note") })
    setWritten(written + 1)
    onChange()
  })
  return (
    <Part title="Notes">
      <ul className="entries">
        {application.notes.map((note) => <OneNote key={note.id} id={application.id} note={note} onChange={onChange} mayWrite={mayWrite} />)}
      </ul>
      {mayWrite
        ? <Form key={written} action={action} submit="Add note"><TextArea label="New note" name="note" required rows={3} /></Form>
        : null}
    </Part>
  )
}

interface OneNoteProps {
  readonly id: string
  readonly note: Note
  readonly mayWrite: boolean
  readonly onChange: () => void
}

const OneNote = ({ id, mayWrite, note, onChange }: OneNoteProps) => {
  const [editing, setEditing] = useState(false)
  const save = useAction(async (form: FormData) => {
    await candor.notes.update(id, note.id, { note: textOf(form, "note") })
    setEditing(false)
    onChange()
  })
  const remove = useAction(async () => {
    await candor.notes.delete(id, note.id)
    onChange()
  })
  if (editing) {
    return (
      <li className="entry-item">
        <Form action={save} submit="Save" onCancel={() => setEditing(false)}>
          <TextArea label="Note" name="note" required defaultValue={note.body} />
        </Form>
      </li>
    )
  }
  return (
    <li className="entry-item">
      <p className="prose">{note.body}</p>
      <div className="row">
        <span className="hint"><Ago at={note.created_at} />{note.updated_at === note.created_at ? null : ", edited"}</span>
        {mayWrite
          ? (
            <span className="buttons">
              <Button look="quiet" onClick={() => setEditing(true)}>Edit</Button>
              <ConfirmButton label="Delete the note" question="Delete?" pending={remove.pending} onConfirm={() => remove.run()}>Delete</ConfirmButton>
            </span>
          )
          : null}
      </div>
      <Problem text={remove.error} />
    </li>
  )
}
