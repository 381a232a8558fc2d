/** Files in a form, chosen or dropped, before they are sent with the form. */
import { useEffect, useId, useRef } from "react"
import { t } from "../language/text.tsx"
import { useDialog } from "../parts/DialogContext.ts"
import { Icon } from "../parts/Icon.tsx"
import { keyOf } from "../parts/keyOf.ts"
import { commandKey } from "../shell/commandKey.ts"
import { DropFiles } from "./DropFiles.tsx"

interface Props {
  readonly files: ReadonlyArray<File>
  readonly onChange: (files: ReadonlyArray<File>) => void
}

export const ChosenFiles = ({ files, onChange }: Props) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const dialog = useDialog()
  const change = (after: ReadonlyArray<File>) => {
    dialog?.edited()
    onChange(after)
  }
  const add = (added: ReadonlyArray<File>) => change([...files, ...added])
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  // Pasting works wherever the focus is in the form.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || keyOf(event) !== "o") return
      event.preventDefault()
      input.current?.click()
    }
    const paste = (event: ClipboardEvent) => {
      const pasted = [...event.clipboardData?.files ?? []]
      if (pasted.length === 0) return
      event.preventDefault()
      latest.current(pasted)
    }
    document.addEventListener("keydown", press)
    document.addEventListener("paste", paste)
    return () => {
      document.removeEventListener("keydown", press)
      document.removeEventListener("paste", paste)
    }
  }, [])
  return (
    <DropFiles label={t("Drop to add")} onFiles={add}>
      <div className="field chosen-files">
        <label htmlFor={id}>{t("Files")}</label>
        <input
          ref={input}
          id={id}
          className="input"
          type="file"
          multiple
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            add([...target.files ?? []])
            // The list below shows the files instead.
            target.value = ""
          }}
        />
        <p id={`${id}-hint`} className="hint">
          {t("Add a résumé, cover letter or other files: drop or paste them here, or press {key}+O.", {
            key: t(commandKey)
          })}
        </p>
        <ul>
          {files.map((file, at) => (
            <li key={`${at} ${file.name}`} className="row">
              <span>{file.name}</span>
              <button
                type="button"
                className="icon-button"
                aria-label={t("Remove {name}", { name: file.name })}
                onClick={() => change(files.filter((_, index) => index !== at))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </DropFiles>
  )
}
