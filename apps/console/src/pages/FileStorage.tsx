/** How much of the room for files is used, and the largest files, which an administrator may delete. */
import type { FileStorage as Storage, LargeFile } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { candor } from "../api/Client.ts"
import { useDeleted, useDeletion } from "../api/useDeletion.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { fileSize } from "../file/fileSize.ts"
import { Rich, t } from "../language/text.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Meter } from "../parts/Meter.tsx"
import { Badge, Show } from "../parts/Page.tsx"
import { Part } from "../parts/Part.tsx"
import { Ago } from "../parts/Time.tsx"
import { useMay } from "../session/CurrentSession.tsx"

/** Whole percent of the room that are used, of the bytes or of the number of files. */
const percentOf = ({ bytes, files, max_bytes, max_files }: Storage): number =>
  Math.floor(Math.max(bytes / max_bytes, files / max_files) * 100)

/** What happens when the room is full, and what to do before. */
const todo = () =>
  t("At 90%, applications with files are held; at 100%, no one can add files. Delete large files, or candidates you no longer need.")

/** Tells administrators that the room for files is nearly full, with the way to the largest files. */
export const StorageNotice = ({ storage }: { readonly storage: Storage }) => (
  <Part title={t("File storage")}>
    <p className={storage.level === "critical" ? "problem" : undefined}>
      <strong>{t("{percent}% of your file storage is used.", { percent: percentOf(storage) })}</strong> {todo()}{" "}
      <Link to="/organization" hash="files">{t("Show the largest files")}</Link>
    </p>
  </Part>
)

/** The room for files, which administrators see. */
export const FileStorage = () => useMay("admin") ? <Loaded /> : null

const Loaded = () => {
  const loaded = useLoaded(["organization_files"], (signal) => candor.organizations.files({ signal }))
  return (
    <div id="files">
      <Show of={loaded}>{(value) => <Used {...value} onDeleted={loaded.reload} />}</Show>
    </div>
  )
}

interface UsedProps {
  readonly storage: Storage
  readonly files: ReadonlyArray<LargeFile>
  readonly onDeleted: () => void
}

const Used = ({ files, onDeleted, storage }: UsedProps) => {
  const deleted = useDeleted()
  const shown = files.filter(({ id }) => !deleted.has(id))
  const values = {
    used: <strong>{fileSize(storage.bytes)}</strong>,
    limit: fileSize(storage.max_bytes),
    count: storage.files
  }
  return (
    <>
      <Part title={t("File storage")}>
        <section className="meter-card" aria-label={t("File storage")}>
          <div className="row">
            <span>
              <Rich text="{used} of {limit} used by {count, plural, one {# file} other {# files}}" values={values} />
            </span>
            {storage.level === "normal"
              ? null
              : <Badge tone={storage.level === "critical" ? "bad" : "warning"}>{t("Nearly full")}</Badge>}
          </div>
          <Meter label={t("File storage used, in percent")} used={percentOf(storage)} limit={100} />
          {storage.level === "normal" ? null : <p className="hint">{todo()}</p>}
        </section>
      </Part>
      {/* What the page has below is not behind dozens of small files. */}
      <details className="part folded" open={storage.level !== "normal"}>
        <summary>{t("Largest files")}</summary>
        {shown.length === 0 ? <p className="hint">{t("No files yet. The largest files appear here.")}</p> : null}
        <ul className="entries">{shown.map((file) => <OneFile key={file.id} file={file} onDeleted={onDeleted} />)}</ul>
      </details>
    </>
  )
}

const OneFile = ({ file, onDeleted }: { readonly file: LargeFile; readonly onDeleted: () => void }) => {
  const { application, candidate, created_at, id, original_filename: name, size_bytes } = file
  const deletion = useDeletion()
  const send = () =>
    application === null
      ? candor.candidateAttachments.delete(candidate.id, id)
      : candor.attachments.delete(application.id, id)
  return (
    <li className="file">
      <div className="list-main">
        <span>{name}</span>
        <span className="hint">
          {size_bytes === null ? null : `${fileSize(size_bytes)}, `}
          {application === null
            ? <Link to="/candidates/$id" params={{ id: candidate.id }}>{candidate.full_name}</Link>
            : (
              <>
                <Link to="/applications/$id" params={{ id: application.id }}>{candidate.full_name}</Link>,{" "}
                {application.job.title}
              </>
            )}
          , <Ago at={created_at} />
        </span>
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label={t("Delete {name} of {who}", { name, who: candidate.full_name })}
        onClick={() => deletion({ id, what: `“${name}”`, send, onDeleted })}
      >
        <Icon name="close" />
      </button>
    </li>
  )
}
