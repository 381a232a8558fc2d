/** The files of a submission or a mail: each with its size, to open in a dialog or save. */
import type { SubmittedFile } from "@candor/client"
import { useState } from "react"
import { saveFile } from "../api/Files.ts"
import { t } from "../language/text.tsx"
import { Problem, useAction } from "../parts/Action.tsx"
import { Icon } from "../parts/Icon.tsx"
import { FileDialog } from "./FileDialog.tsx"
import { fileSize } from "./fileSize.ts"
import type { ShownFile } from "./FileView.tsx"

type SentFile = Omit<SubmittedFile, "field">

interface Props<File extends SentFile> {
  readonly files: ReadonlyArray<File>
  readonly owner: ShownFile["owner"]
  /** What a file was sent for. */
  readonly purposeOf?: (file: File) => string
}

export const SentFiles = <File extends SentFile>({ files, owner, purposeOf }: Props<File>) => {
  const [opened, setOpened] = useState<File>()
  const save = useAction(async (file: string) => saveFile(await owner.operations.content(owner.id, file)))
  return (
    <>
      <ul className="entries">
        {files.map((file) => (
          <li key={file.id} className="file">
            <span className="list-main">
              <button type="button" className="link" aria-haspopup="dialog" onClick={() => setOpened(file)}>
                {file.original_filename}
              </button>
              <span className="hint">
                {purposeOf === undefined ? "" : `${purposeOf(file)}, `}
                {fileSize(file.size_bytes)}
              </span>
            </span>
            <button
              type="button"
              className="icon-button"
              aria-label={t("Save {name}", { name: file.original_filename })}
              onClick={() => save.run(file.id)}
            >
              <Icon name="download" />
            </button>
          </li>
        ))}
      </ul>
      <Problem text={save.error} />
      {opened === undefined
        ? null
        : <FileDialog opened={{ file: opened, owner }} onClose={() => setOpened(undefined)} />}
    </>
  )
}
