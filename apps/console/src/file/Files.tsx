/**
 * The files of an application or a candidate: listed, saved, added and deleted. A file whose words no search finds says
 * so.
 */
import type { AttachmentDetail } from "@candor/client"
import { useState } from "react"
import { saveFile } from "../api/Files.ts"
import { partStaleTime } from "../api/queries.ts"
import { useDeleted, useDeletion } from "../api/useDeletion.ts"
import { useLoadedOf } from "../api/useLoaded.ts"
import { type Marked, msg, t } from "../language/text.tsx"
import { Button, Form, Problem, textOf, useAction } from "../parts/Action.tsx"
import { choicesOf } from "../parts/choicesOf.ts"
import { Select, TextField } from "../parts/Fields.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Part } from "../parts/Part.tsx"
import { spelled } from "../parts/Status.tsx"
import { useMay } from "../session/CurrentSession.tsx"
import { type FileOwner, uploadFiles } from "./FileOwner.ts"
import { resumesFirst } from "./resumesFirst.ts"

const fileTypes = choicesOf({ resume: msg("Résumé"), cover_letter: msg("Cover letter"), other: msg("Other") })

/** Why no search finds the words of a file, and what to do about it. */
const withoutText: Readonly<Record<NonNullable<AttachmentDetail["text_failure"]>, Marked>> = {
  no_text: msg(
    "This file has no readable text (it may be a photo or scan), so search can't find it. Ask for a text version, or note the key points."
  ),
  encrypted: msg("This file is password-protected, so search can't read it. Ask for a copy without a password."),
  damaged: msg("This file couldn't be read, so search can't find it. Open it, and ask for a new copy if it's damaged."),
  too_large: msg("This file is too large to read, so search can't find it. Ask for a smaller file."),
  timed_out: msg("This file took too long to read, so search can't find it. Ask for a simpler file."),
  crashed: msg("This file couldn't be read, so search can't find it. Ask for another format.")
}

/** The text of a file in words; nothing where all of it can be searched, or where none is stored. */
const TextHint = ({ file }: { readonly file: AttachmentDetail }) => {
  if (file.text_status === "pending") return <span className="hint">{t("Reading the text…")}</span>
  if (file.text_is_cut) return <span className="hint">{t("Only the first pages are searchable.")}</span>
  return file.text_failure === null ? null : <span className="hint">{t(withoutText[file.text_failure])}</span>
}

interface Props {
  readonly mayAdd?: boolean
  /** Whose files are shown; a new one is added to the first. */
  readonly owners: readonly [FileOwner, ...ReadonlyArray<FileOwner>]
  /** The id of the file that is shown. */
  readonly opened: string | undefined
  readonly onOpen: (opened: OpenedFile) => void
}

export interface OpenedFile {
  readonly file: AttachmentDetail
  readonly owner: FileOwner
}

export const hasResume = (files: ReadonlyArray<OpenedFile>): boolean =>
  files.some(({ file }) => file.file_type === "resume")

interface FilesOf {
  readonly files: ReadonlyArray<OpenedFile>
  readonly isLoaded: boolean
  readonly reload: () => Promise<unknown>
}

/** The files of owners, résumés first, then the first owner's. Reloads when the feed reports an extracted text. */
export const useFiles = (owners: Props["owners"]): FilesOf => {
  const { reload, values } = useLoadedOf(
    "attachment",
    owners.map(({ id }) => id),
    (id, at, signal) => owners[at]!.operations.list(id, { signal }),
    (at) => owners[at]!.isBrought === true ? partStaleTime : 0
  )
  const deleted = useDeleted()
  const files = owners.flatMap((owner, at) => values[at]?.attachments.map((file) => ({ file, owner })) ?? [])
  return {
    files: resumesFirst(files.filter(({ file }) => !deleted.has(file.id))),
    isLoaded: values.every((value) => value !== undefined),
    reload
  }
}

export const Files = ({ mayAdd = true, onOpen, opened, owners }: Props) => {
  const mayWrite = useMay("write")
  const { files, isLoaded, reload } = useFiles(owners)
  const [adding, setAdding] = useState(false)
  const save = useAction(async ({ id, operations }: FileOwner, file: string) =>
    saveFile(await operations.content(id, file))
  )
  const deletion = useDeletion()
  const add = useAction(async (form: FormData) => {
    const type = textOf(form, "file_type")
    const chosen = form.getAll("file").filter((file) => file instanceof File && file.name !== "")
    await uploadFiles({
      owner: owners[0],
      files: chosen as ReadonlyArray<File>,
      hasResume: hasResume(files),
      ...(type === "" ? {} : { type })
    }).finally(reload)
    setAdding(false)
  })
  return (
    <Part
      title={t("Files")}
      side={mayWrite && mayAdd && !adding
        ? <Button look="quiet" onClick={() => setAdding(true)}>{t("Add file")}</Button>
        : null}
    >
      {isLoaded && files.length === 0 && !adding
        ? (
          <p className="hint">
            {mayWrite && mayAdd ? t("No files yet. Drop files here or choose “Add file”.") : t("No files yet.")}
          </p>
        )
        : null}
      <ul className="entries">
        {files.map(({ file, owner }) => {
          const { file_type, id, original_filename: name } = file
          const remove = () =>
            deletion({ id, what: `“${name}”`, send: () => owner.operations.delete(owner.id, id), onDeleted: reload })
          return (
            <li key={id} className={id === opened ? "file opened" : "file"}>
              <span className="list-main">
                <button
                  type="button"
                  className="link"
                  aria-expanded={id === opened}
                  onClick={() => onOpen({ file, owner })}
                >
                  {name}
                </button>
                <span className="hint">
                  {spelled(file_type)}
                  {owner.name === undefined ? null : <>, {owner.name}</>}
                </span>
                <TextHint file={file} />
              </span>
              <button
                type="button"
                className="icon-button"
                aria-label={t("Save {name}", { name })}
                onClick={() => save.run(owner, id)}
              >
                <Icon name="download" />
              </button>
              {mayWrite
                ? (
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={t("Delete {name}", { name })}
                    onClick={remove}
                  >
                    <Icon name="close" />
                  </button>
                )
                : null}
            </li>
          )
        })}
      </ul>
      <Problem text={save.error} />
      {adding
        ? (
          <Form action={add} submit={t("Upload")} onCancel={() => setAdding(false)}>
            <TextField
              label={t("File")}
              name="file"
              type="file"
              multiple
              required
              hint={t("PDF, Word, OpenDocument, RTF, plain text or images, up to 20 MB each.")}
            />
            <Select
              label={t("Document type")}
              name="file_type"
              options={[["", t("Detect from the name")], ...fileTypes.options]}
            />
          </Form>
        )
        : null}
    </Part>
  )
}
