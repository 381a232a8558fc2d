/** Files in a form, chosen or dropped, before they are sent with it. */
import { useId } from "react"
import { t } from "../language/text.tsx"
import { useDialog } from "../parts/DialogContext.ts"
import { Icon } from "../parts/Icon.tsx"
import { DropFiles } from "./DropFiles.tsx"

interface Props {
  readonly files: ReadonlyArray<File>
  readonly onChange: (files: ReadonlyArray<File>) => void
}

export const ChosenFiles = ({ files, onChange }: Props) => {
  const id = useId()
  const dialog = useDialog()
  const change = (after: ReadonlyArray<File>) => {
    dialog?.edited()
    onChange(after)
  }
  const add = (added: ReadonlyArray<File>) => change([...files, ...added])
  return (
    <DropFiles label={t("Drop to add")} onFiles={add}>
      <div className="field chosen-files">
        <label htmlFor={id}>{t("Files")}</label>
        <input
          id={id}
          className="input"
          type="file"
          multiple
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            add([...target.files ?? []])
            // The list below has them.
            target.value = ""
          }}
        />
        <p id={`${id}-hint`} className="hint">{t("CV, cover letter and others: choose them, or drop them here.")}</p>
        <ul>
          {files.map((file, at) => (
            <li key={`${at} ${file.name}`} className="row">
              <span>{file.name}</span>
              <button type="button" className="icon-button" aria-label={t("Remove {name}", { name: file.name })} onClick={() => change(files.filter((_, index) => index !== at))}>
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </DropFiles>
  )
}
