/** The files of an application or a candidate: listed, saved, added and deleted. A file whose words no search finds says so. */
import type { AttachmentDetail } from "@candor/client"
import { useEffect, useState } from "react"
import { candor } from "../../api/Client.ts"
import { saveFile } from "../../api/Files.ts"
import { useDeleted, useDeletion } from "../../api/useDeletion.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { Button, Form, Problem, textOf, useAction } from "../../parts/Action.tsx"
import { Select, TextField } from "../../parts/Fields.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Part } from "../../parts/Part.tsx"
import { spelled } from "../../parts/Status.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import type { Application } from "./Application.ts"

const fileTypes = [["resume", "Résumé"], ["cover_letter", "Cover letter"], ["other", "Other"]] as const

/** Why no search finds the words of a file, and what to do about it. */
const withoutText: Readonly<Record<NonNullable<AttachmentDetail["text_failure"]>, string>> = {
  no_text: "No text was found in it, as in a photo or scanned pages: the search does not find its words. Ask for a file with text, or note what matters.",
  encrypted: "A password opens it: the search does not find its words. Ask for a file without a password.",
  damaged: "It could not be read: the search does not find its words. Open it, and ask for it again if it is broken.",
  too_large: "It is too large to be read: the search does not find its words. Ask for a smaller file.",
  timed_out: "It took too long to be read: the search does not find its words. Ask for a simpler file.",
  crashed: "It could not be read: the search does not find its words. Ask for it in another format."
}

/** How long a page waits before it looks again for texts that are being read. */
const pauseMillis = 2000

/** The text of a file in words; nothing where all of it can be searched, or where none is stored. */
const TextHint = ({ file }: { readonly file: AttachmentDetail | undefined }) => {
  if (file?.text_status === "pending") return <span className="hint">Its text is being read.</span>
  if (file?.text_is_cut === true) return <span className="hint">The search finds words of its first pages only.</span>
  return file?.text_failure === null || file === undefined ? null : <span className="hint">{withoutText[file.text_failure]}</span>
}

interface Props {
  readonly mayAdd?: boolean
  /** The application, or the candidate. */
  readonly id: string
  readonly operations: typeof candor.attachments
  /** The files as the application shows them; left out, they are those of the list. */
  readonly attachments?: Application["attachments"]
  readonly onChange?: () => void
}

export const Files = ({ attachments, id, mayAdd = true, onChange, operations }: Props) => {
  const mayWrite = useMay("write")
  const key = ["attachment", id, attachments?.map((file) => file.id).join() ?? ""]
  const { reload, value: details = [] } = useLoaded(key, async (signal) => (await operations.list(id, { signal })).attachments)
  const deleted = useDeleted()
  const shown = (attachments ?? details).filter((file) => !deleted.has(file.id))
  const changed = () => {
    reload()
    onChange?.()
  }
  useEffect(() => {
    if (details.every(({ text_status }) => text_status !== "pending")) return
    const timer = setTimeout(reload, pauseMillis)
    return () => clearTimeout(timer)
  }, [details, reload])
  const [adding, setAdding] = useState(false)
  const save = useAction(async (attachmentId: string) => saveFile(await operations.content(id, attachmentId)))
  const deletion = useDeletion()
  const remove = (file: string, name: string) =>
    deletion({ id: file, what: `“${name}”`, send: () => operations.delete(id, file), onDeleted: changed })
  const add = useAction(async (form: FormData) => {
    const file = form.get("file")
    if (!(file instanceof File) || file.name === "") throw new Error("Choose a file.")
    await operations.create(id, { file, file_type: textOf(form, "file_type") })
    setAdding(false)
    changed()
  })
  return (
    <Part title="Files" side={mayWrite && mayAdd && !adding ? <Button look="quiet" onClick={() => setAdding(true)}>Add file</Button> : null}>
      {shown.length === 0 && !adding ? <p className="hint">There are no files.</p> : null}
      <ul className="entries">
        {shown.map(({ file_type, id, original_filename: name }) => (
          <li key={id} className="file">
            <span className="list-main"><span>{name}</span><span className="hint">{spelled(file_type)}</span><TextHint file={details.find((one) => one.id === id)} /></span>
            <button type="button" className="icon-button" aria-label={`Save ${name}`} onClick={() => save.run(id)}><Icon name="download" /></button>
            {mayWrite
              ? <button type="button" className="icon-button" aria-label={`Delete ${name}`} onClick={() => remove(id, name)}><Icon name="close" /></button>
              : null}
          </li>
        ))}
      </ul>
      <Problem text={save.error} />
      {adding
        ? (
          <Form action={add} submit="Upload" onCancel={() => setAdding(false)}>
            <TextField label="File" name="file" type="file" required hint="PDF, Word, OpenDocument, RTF, plain text or an image, up to 20 MiB." />
            <Select label="It is a" name="file_type" options={fileTypes} />
          </Form>
        )
        : null}
    </Part>
  )
}
