/** Notes of the team on an application or a candidate, each with its author. */
import { type ReactNode, useRef, useState } from "react"
import { changesOf } from "../../api/changesOf.ts"
import type { candor } from "../../api/Client.ts"
import { useDeleted, useDeletion } from "../../api/useDeletion.ts"
import { Rich, t } from "../../language/text.tsx"
import { Button, Form, textOf, useAction } from "../../parts/Action.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Markdown } from "../../parts/Markdown.tsx"
import { Part } from "../../parts/Part.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMay, useRightsOn } from "../../session/CurrentSession.tsx"
import { useDraft } from "../../session/useDraft.ts"
import type { Application } from "./Application.ts"
import { NoteFields } from "./NoteField.tsx"
import { SeenMentions } from "./SeenMentions.tsx"
import { useLinked } from "./useLinked.ts"

type Note = Application["notes"][number]

/** The owner of notes: an application, or a candidate. */
export interface NoteOwner {
  readonly id: string
  readonly operations: Pick<typeof candor.notes, "create" | "update" | "delete">
  /** The job of an application: a note can be visible to its team only. */
  readonly jobId?: string
  /** Is shown with each note, if notes of several owners are listed. */
  readonly name?: ReactNode
}

/** The notes of several owners, those of each owner newest first. */
interface NotesOf {
  readonly owner: NoteOwner
  readonly notes: ReadonlyArray<Note>
}

interface Props {
  /** Whether notes can be added: the server refuses them for an anonymized person. */
  readonly mayAdd?: boolean
  /** The owner of a new note. */
  readonly owner: NoteOwner
  readonly shown: ReadonlyArray<NotesOf>
  readonly onChange: () => void
}

export const Notes = ({ mayAdd = true, onChange, owner, shown }: Props) => {
  const mayComment = useMay("comment") && mayAdd
  const deleted = useDeleted()
  const all = shown.flatMap(({ notes, owner }) => notes.map((note) => ({ note, owner })))
    .filter(({ note }) => !deleted.has(note.id))
    .toSorted((one, other) => other.note.created_at.localeCompare(one.note.created_at))
  return (
    <Part title={t("Notes")}>
      {mayComment ? <NewNotes owner={owner} onWritten={onChange} /> : null}
      <SeenMentions notes={all.map(({ note }) => note)} />
      <ul className="entries">
        {all.map(({ note, owner }) => <OneNote key={note.id} owner={owner} note={note} onChange={onChange} />)}
      </ul>
    </Part>
  )
}

/** The field for a new note, which is emptied after each. */
export const NewNotes = ({ onWritten, owner }: Pick<Props, "owner"> & { readonly onWritten: () => void }) => {
  const [written, setWritten] = useState(0)
  return (
    <NewNote
      key={written}
      owner={owner}
      isNext={written > 0}
      onWritten={() => {
        setWritten(written + 1)
        onWritten()
      }}
    />
  )
}

/** Returns the chosen visibility of a note; undefined if there is no choice. */
const visibilityOf = (form: FormData, { jobId }: Pick<NoteOwner, "jobId">) =>
  jobId === undefined
    ? {}
    : { visibility: textOf(form, "visibility") === "team" ? "team" as const : "everyone" as const }

interface NewNoteProps extends Pick<Props, "owner"> {
  /** Whether a note was just written, so that the field takes the focus for the next. */
  readonly isNext: boolean
  readonly onWritten: () => void
}

const NewNote = ({ isNext, onWritten, owner }: NewNoteProps) => {
  const draft = useDraft(`new-note:${owner.id}`)
  const visibility = useDraft(`new-note-visibility:${owner.id}`, "everyone")
  const action = useAction(async (form: FormData) => {
    await owner.operations.create(owner.id, { note: textOf(form, "note"), ...visibilityOf(form, owner) })
    draft.forget()
    visibility.forget()
    onWritten()
  })
  return (
    <Form action={action} submit={t("Add note")} look="plain">
      <NoteFields
        autoFocus={isNext}
        label={t("New note")}
        draft={draft}
        visibility={visibility}
        jobId={owner.jobId}
        hint={t("Markdown works here. @ mentions a colleague, Ctrl+Enter adds the note.")}
      />
    </Form>
  )
}

interface OneNoteProps {
  readonly owner: NoteOwner
  readonly note: Note
  readonly onChange: () => void
}

export const OneNote = ({ note, onChange, owner }: OneNoteProps) => {
  const { id, name, operations } = owner
  const { mayDelete, mayEdit } = useRightsOn(note)
  const draft = useDraft(`note:${note.id}`, note.body)
  const [editing, setEditing] = useState(mayEdit && draft.text !== undefined)
  const deletion = useDeletion()
  const remove = () =>
    deletion({ id: note.id, what: t("The note"), send: () => operations.delete(id, note.id), onDeleted: onChange })
  const item = useRef<HTMLLIElement>(null)
  const isLinked = useLinked(note.id, item)
  if (editing) {
    return (
      <li className="entry-item">
        <EditNote owner={owner} note={note} onSaved={onChange} onClose={() => setEditing(false)} />
      </li>
    )
  }
  return (
    <li ref={item} className={isLinked ? "entry-item linked" : "entry-item"} tabIndex={isLinked ? -1 : undefined}>
      <Markdown text={note.body} />
      <div className="row">
        <span className="hint">
          {note.visibility === "team"
            ? (
              <span className="for-team">
                <Icon name="lock" />
                {t("Team only")}
              </span>
            )
            : null}
          {note.author.full_name}, <Ago at={note.created_at} />
          {note.updated_at === note.created_at ? null : t(", edited")}
          {name === undefined ? null : <Rich text=", on {job}" values={{ job: name }} />}
        </span>
        <span className="buttons">
          {mayEdit ? <Button look="quiet" onClick={() => setEditing(true)}>{t("Edit")}</Button> : null}
          {mayDelete
            ? <Button look="quiet" aria-label={t("Delete note")} onClick={remove}>{t("Delete")}</Button>
            : null}
        </span>
      </div>
    </li>
  )
}

interface EditProps {
  readonly owner: NoteOwner
  readonly note: Note
  readonly onSaved: () => void
  readonly onClose: () => void
}

const EditNote = ({ note, onClose, onSaved, owner }: EditProps) => {
  const draft = useDraft(`note:${note.id}`, note.body)
  const visibility = useDraft(`note-visibility:${note.id}`, note.visibility)
  const close = () => {
    draft.forget()
    visibility.forget()
    onClose()
  }
  const action = useAction(async (form: FormData) => {
    await owner.operations.update(owner.id, note.id, {
      note: textOf(form, "note"),
      ...changesOf(visibilityOf(form, owner), note)
    })
    close()
    onSaved()
  })
  return (
    <Form action={action} submit={t("Save")} onCancel={close}>
      <NoteFields label={t("Note")} draft={draft} visibility={visibility} jobId={owner.jobId} />
    </Form>
  )
}
