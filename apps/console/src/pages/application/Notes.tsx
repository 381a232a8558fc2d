/** Notes of the team on an application, each with its author. */
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { Button, Form, Problem, textOf, useAction } from "../../parts/Action.tsx"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { TextArea } from "../../parts/Fields.tsx"
import { Part } from "../../parts/Part.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMay, useRightsOn } from "../../session/CurrentSession.tsx"
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
        {application.notes.map((note) => <OneNote key={note.id} id={application.id} note={note} onChange={onChange} />)}
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
  readonly onChange: () => void
}

const OneNote = ({ id, note, onChange }: OneNoteProps) => {
  const { mayDelete, mayEdit } = useRightsOn(note)
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
        <span className="hint">{note.author.full_name}, <Ago at={note.created_at} />{note.updated_at === note.created_at ? null : ", edited"}</span>
        <span className="buttons">
          {mayEdit ? <Button look="quiet" onClick={() => setEditing(true)}>Edit</Button> : null}
          {mayDelete
            ? <ConfirmButton label="Delete the note" question="Delete?" pending={remove.pending} onConfirm={() => remove.run()}>Delete</ConfirmButton>
            : null}
        </span>
      </div>
      <Problem text={remove.error} />
    </li>
  )
}
