/** The export of all the organization's data as a file, for administrators. */
import { useState } from "react"
import { candor } from "../api/Client.ts"
import { saveFile } from "../api/Files.ts"
import { fileSize } from "../file/fileSize.ts"
import { t } from "../language/text.tsx"
import { Button, useAction } from "../parts/Action.tsx"
import { useNotice } from "../parts/Notice.tsx"
import { Part } from "../parts/Part.tsx"
import { useMay } from "../session/CurrentSession.tsx"

export const ExportAll = () => {
  const isAdmin = useMay("admin")
  const tell = useNotice()
  const [received, setReceived] = useState(0)
  const save = useAction(async (format: "folder" | "tables-csv" | "tables-parquet") => {
    setReceived(0)
    await saveFile(await candor.organizations.export({ format }), setReceived)
    tell(format === "folder" ? t("All data exported") : t("Tables exported"))
  })
  if (!isAdmin) return null
  return (
    <Part title={t("Export all data")}>
      <p className="lead">
        {t(
          "A ZIP file with everything you have in Candor: people, jobs, applications, emails, files and their history. Another Candor server can read it, and so can other programs."
        )} {t("It has personal data. Keep it safe, and delete it when you no longer need it.")}
      </p>
      <p className="lead">
        {t(
          "Tables are for analysis: one for each kind of data, without files. Spreadsheets open CSV; DuckDB, pandas and data warehouses read Parquet."
        )}
      </p>
      <div className="buttons">
        <Button pending={save.pending} onClick={() => save.run("folder")}>{t("Export all data")}</Button>
        <Button pending={save.pending} onClick={() => save.run("tables-csv")}>{t("Export tables (CSV)")}</Button>
        <Button pending={save.pending} onClick={() => save.run("tables-parquet")}>
          {t("Export tables (Parquet)")}
        </Button>
        <span role="status">
          {save.pending ? t("{size} received. Keep this page open.", { size: fileSize(received) }) : null}
        </span>
      </div>
      {save.error === undefined ? null : <p role="alert" className="problem">{save.error}</p>}
    </Part>
  )
}
