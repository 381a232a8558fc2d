/** The upload of an archive. It starts by itself; after a reload the person chooses the same file to continue. */
import type { Import } from "@candor/client"
import { useEffect, useId, useRef, useState } from "react"
import { messageOfChange } from "../../api/failures.ts"
import { t } from "../../language/text.tsx"
import { Button, Problem } from "../../parts/Action.tsx"
import { Meter } from "../../parts/Meter.tsx"
import { heldFile, isSameFile, uploadArchive } from "./uploadParts.ts"

interface Props {
  readonly one: Import
  readonly onChange: (changed: Import) => void
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000)

export const ArchiveUpload = ({ onChange, one }: Props) => {
  const { bytes_received, file_name, id, size_bytes } = one
  const field = useId()
  const [file, setFile] = useState(heldFile(id))
  const [attempt, setAttempt] = useState(0)
  const [error, setError] = useState<string>()
  const latest = useRef({ one, onChange })
  latest.current = { one, onChange }
  useEffect(() => {
    if (file === undefined) return
    const ending = new AbortController()
    setError(undefined)
    uploadArchive(latest.current.one, file, (changed) => latest.current.onChange(changed), ending.signal)
      .catch((failure: unknown) => ending.signal.aborted ? undefined : setError(messageOfChange(failure)))
    return () => ending.abort()
  }, [attempt, file])
  const choose = (chosen: File | undefined) => {
    if (chosen === undefined) return
    if (isSameFile(one, chosen)) setFile(chosen)
    else setError(t("Choose the same file: {name}.", { name: file_name }))
  }
  return (
    <section className="meter-card" aria-label={t("Upload")}>
      <p>
        {t("{done} of {all} MB uploaded. Keep this page open.", {
          done: megabytes(bytes_received),
          all: megabytes(size_bytes)
        })}
      </p>
      <Meter label={t("Uploaded")} used={megabytes(bytes_received)} limit={megabytes(size_bytes)} />
      {file === undefined
        ? (
          <div className="field narrow">
            <label htmlFor={field}>{t("File")}</label>
            <input
              id={field}
              className="input"
              type="file"
              accept=".zip"
              aria-describedby={`${field}-hint`}
              onChange={({ target }) => choose(target.files?.[0])}
            />
            <p id={`${field}-hint`} className="hint">
              {t("The upload was interrupted. Choose {name} again: what has arrived isn't sent again.", {
                name: file_name
              })}
            </p>
          </div>
        )
        : null}
      <Problem text={error} />
      {file !== undefined && error !== undefined
        ? (
          <div className="buttons">
            <Button look="primary" onClick={() => setAttempt(attempt + 1)}>{t("Continue upload")}</Button>
          </div>
        )
        : null}
    </section>
  )
}
