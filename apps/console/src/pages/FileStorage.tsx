/** How much file storage is used, and the largest files, which an administrator may delete. */
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

/** Returns the used percentage of the storage, rounded: of its bytes or of its number of files, whichever is higher. */
const percentOf = ({ bytes, files, max_bytes, max_files }: Storage): number =>
  Math.floor(Math.max(bytes / max_bytes, files / max_files) * 100)

/** Says what happens when the storage is full, and what to do before. */
const todo = () =>
  t("At 90%, applications with files are held; at 100%, no one can add files. Delete large files, or candidates you no longer need.")

/** Tells administrators that the file storage is nearly full, with a link to the largest files. */
export const StorageNotice = ({ storage }: { readonly storage: Storage }) => (
  <Part title={t("File storage")}>
    <p className={storage.level === "critical" ? "problem" : undefined}>
      <strong>{t("{percent}% of your file storage is used.", { percent: percentOf(storage) })}</strong> {todo()}{" "}
      <Link to="/organization" hash="files">{t("Show the largest files")}</Link>
    </p>
  </Part>
)

/** The state of the file storage, which administrators see. */
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
      {/* Closed at first, so that dozens of small files do not push down the rest of the page. */}
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
