/** The files of a submission: each with what it was sent for and its size, opened above the page and saved as files are elsewhere. */
import type { Submission } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { saveFile } from "../../api/Files.ts"
import { FileDialog } from "../../file/FileDialog.tsx"
import { fileSize } from "../../file/fileSize.ts"
import { t } from "../../language/text.tsx"
import { Problem, useAction } from "../../parts/Action.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { spelled } from "../../parts/Status.tsx"

type SubmittedFile = Submission["files"][number]

export const SubmittedFiles = ({ submission: { files, form: { questions }, id } }: { readonly submission: Submission }) => {
  const [opened, setOpened] = useState<SubmittedFile>()
  const save = useAction(async (file: string) => saveFile(await candor.submissions.content(id, file)))
  const purposeOf = ({ field }: SubmittedFile) => questions.find((question) => question.id === field)?.label ?? spelled(field)
  return (
    <>
      <ul className="entries">
        {files.map((file) => (
          <li key={file.id} className="file">
            <span className="list-main">
              <button type="button" className="link" aria-haspopup="dialog" onClick={() => setOpened(file)}>{file.original_filename}</button>
              <span className="hint">{purposeOf(file)}, {fileSize(file.size_bytes)}</span>
            </span>
            <button type="button" className="icon-button" aria-label={t("Save {name}", { name: file.original_filename })} onClick={() => save.run(file.id)}><Icon name="download" /></button>
          </li>
        ))}
      </ul>
      <Problem text={save.error} />
      {opened === undefined
        ? null
        : <FileDialog opened={{ file: opened, owner: { id, operations: candor.submissions } }} onClose={() => setOpened(undefined)} />}
    </>
  )
}
