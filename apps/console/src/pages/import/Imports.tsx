/** Imports of people from files: choose or drop a file; lists earlier imports. */
import { Link, useNavigate } from "@tanstack/react-router"
import { useId } from "react"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { DropFiles } from "../../file/DropFiles.tsx"
import { t } from "../../language/text.tsx"
import { Problem, useAction } from "../../parts/Action.tsx"
import { Badge, Page, Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { Ago } from "../../parts/Time.tsx"
import { beginUpload, isArchive } from "./uploadParts.ts"
import { stateNames } from "./importWords.ts"

export const Imports = () => {
  const loaded = useLoaded(["import", "list"], (signal) => candor.imports.list({ limit: 100 }, { signal }))
  return (
    <Page
      title={t("Import")}
      lead={t(
        "Add people from a CSV or Excel file, or everything of another Candor organization. You see what will change before anything is imported, and no one gets an email."
      )}
    >
      <ChooseFile />
      <Show of={loaded}>
        {({ imports }) =>
          imports.length === 0 ? null : (
            <Part title={t("Earlier imports")}>
              <ul className="list">
                {imports.map(({ created_at, file_name, id, kind, known_counted, new_counted, state }) => (
                  <li key={id}>
                    <Link to="/imports/$id" params={{ id }} className="list-link">
                      <span className="list-main">
                        <strong>{file_name}</strong>
                        <span className="hint">
                          <Ago at={created_at} />
                          {state === "completed"
                            ? `, ${
                              kind === "organization"
                                ? t("{count, plural, one {# new row} other {# new rows}}", { count: new_counted })
                                : t("{count} new, {known} already here", { count: new_counted, known: known_counted })
                            }`
                            : ""}
                        </span>
                      </span>
                      <span className="list-side">
                        <Badge tone={stateNames[state][1]}>{t(stateNames[state][0])}</Badge>
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </Part>
          )}
      </Show>
    </Page>
  )
}

const ChooseFile = () => {
  const id = useId()
  const navigate = useNavigate()
  const upload = useAction(async (file: File) => {
    const id = isArchive(file) ? await beginUpload(file) : (await candor.imports.create({ file })).import.id
    await navigate({ to: "/imports/$id", params: { id } })
  })
  const take = ([file]: ReadonlyArray<File>) => {
    if (file !== undefined) void upload.run(file)
  }
  return (
    <DropFiles label={t("Drop to import")} onFiles={take}>
      <div className="field narrow" aria-busy={upload.pending}>
        <label htmlFor={id}>{t("File")}</label>
        <input
          id={id}
          className="input"
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,.xlsm,.zip"
          aria-describedby={`${id}-hint`}
          disabled={upload.pending}
          onChange={({ target }) => {
            take([...target.files ?? []])
            target.value = ""
          }}
        />
        <p id={`${id}-hint`} className="hint">
          {upload.pending ? t("Uploading…") : t(
            "Choose a file or drop it here: CSV or XLSX up to 20 MB, or the ZIP file of “Export all data” up to 20 GB."
          )}
        </p>
        <Problem text={upload.error} />
      </div>
    </DropFiles>
  )
}
