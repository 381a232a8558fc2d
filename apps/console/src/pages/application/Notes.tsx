/** Notes of the team on an application or a candidate, each with its author. */
import { type ReactNode, useState } from "react"
import type { candor } from "../../api/Client.ts"
import { useDeleted, useDeletion } from "../../api/useDeletion.ts"
import { Rich, t } from "../../language/text.tsx"
import { Button, Form, textOf, useAction } from "../../parts/Action.tsx"
import { TextArea } from "../../parts/Fields.tsx"
import { Markdown } from "../../parts/Markdown.tsx"
import { Part } from "../../parts/Part.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMay, useRightsOn } from "../../session/CurrentSession.tsx"
import { useDraft } from "../../session/useDraft.ts"
import type { Application } from "./Application.ts"

type Note = Application["notes"][number]

/** What notes are written on: an application, or a candidate. */
export interface NoteOwner {
  readonly id: string
  readonly operations: Pick<typeof candor.notes, "create" | "update" | "delete">
  /** Stands with each note, where notes of several owners are shown. */
  readonly name?: ReactNode
}

/** Notes that are shown together, those of each owner newest first. */
export interface NotesOf {
  readonly owner: NoteOwner
  readonly notes: ReadonlyArray<Note>
}

interface Props {
  /** Whether the server takes more of them: it takes none about a person who was anonymised. */
  readonly mayAdd?: boolean
  /** What a new note is written on. */
  readonly owner: NoteOwner
  readonly shown: ReadonlyArray<NotesOf>
  readonly onChange: () => void
}

export const Notes = ({ mayAdd = true, onChange, owner, shown }: Props) => {
  const mayWrite = useMay("write") && mayAdd
  const deleted = useDeleted()
  const all = shown.flatMap(({ notes, owner }) => notes.map((note) => ({ note, owner })))
    .filter(({ note }) => !deleted.has(note.id))
    .toSorted((one, other) => other.note.created_at.localeCompare(one.note.created_at))
  return (
    <Part title={t("Notes")}>
      {mayWrite ? <NewNotes owner={owner} onWritten={onChange} /> : null}
      <ul className="entries">
        {all.map(({ note, owner }) => <OneNote key={note.id} owner={owner} note={note} onChange={onChange} />)}
      </ul>
    </Part>
  )
}

/** The field for a new note, which is empty again after each. */
export const NewNotes = ({ onWritten, owner }: Pick<Props, "owner"> & { readonly onWritten: () => void }) => {
  const [written, setWritten] = useState(0)
  return (
    <NewNote
      key={written}
      owner={owner}
      onWritten={() => {
        setWritten(written + 1)
        onWritten()
      }}
    />
  )
}

const NewNote = ({ onWritten, owner }: Pick<Props, "owner"> & { readonly onWritten: () => void }) => {
  const { field, forget } = useDraft(`note on ${owner.id}`)
  const action = useAction(async (form: FormData) => {
    await owner.operations.create(owner.id, { note: textOf(form, "note") })
    forget()
    onWritten()
  })
  return <Form action={action} submit={t("Add note")}><TextArea label={t("New note")} name="note" required rows={3} hint={t("In Markdown. Ctrl+Enter adds it.")} {...field} /></Form>
}

interface OneNoteProps {
  readonly owner: NoteOwner
  readonly note: Note
  readonly onChange: () => void
}

export const OneNote = ({ note, onChange, owner: { id, name, operations } }: OneNoteProps) => {
  const { mayDelete, mayEdit } = useRightsOn(note)
  const draft = useDraft(`note ${note.id}`, note.body)
  const [editing, setEditing] = useState(mayEdit && draft.text !== undefined)
  const deletion = useDeletion()
  const remove = () => deletion({ id: note.id, what: t("The note"), send: () => operations.delete(id, note.id), onDeleted: onChange })
  if (editing) {
    return (
      <li className="entry-item">
        <EditNote
          id={id}
          note={note}
          operations={operations}
          onSaved={onChange}
          onClose={() => setEditing(false)}
        />
      </li>
    )
  }
  return (
    <li className="entry-item">
      <Markdown text={note.body} />
      <div className="row">
        <span className="hint">{note.author.full_name}, <Ago at={note.created_at} />{note.updated_at === note.created_at ? null : t(", edited")}{name === undefined ? null : <Rich text=", on {job}" values={{ job: name }} />}</span>
        <span className="buttons">
          {mayEdit ? <Button look="quiet" onClick={() => setEditing(true)}>{t("Edit")}</Button> : null}
          {mayDelete ? <Button look="quiet" aria-label={t("Delete the note")} onClick={remove}>{t("Delete")}</Button> : null}
        </span>
      </div>
    </li>
  )
}

interface EditProps extends Pick<NoteOwner, "id" | "operations"> {
  readonly note: Note
  readonly onSaved: () => void
  readonly onClose: () => void
}

const EditNote = ({ id, note, onClose, onSaved, operations }: EditProps) => {
  const { field, forget } = useDraft(`note ${note.id}`, note.body)
  const close = () => {
    forget()
    onClose()
  }
  const action = useAction(async (form: FormData) => {
    await operations.update(id, note.id, { note: textOf(form, "note") })
    close()
    onSaved()
  })
  return <Form action={action} submit={t("Save")} onCancel={close}><TextArea label={t("Note")} name="note" required {...field} /></Form>
}
