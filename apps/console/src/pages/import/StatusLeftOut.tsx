/** Warns that a file has statuses of applications that are not imported. */
import type { Import } from "@candor/client"
import { t } from "../../language/text.tsx"
import { leftOutStatus } from "./importWords.ts"

interface Props {
  readonly one: Import
  readonly isImported: (column: number) => boolean
}

export const StatusLeftOut = ({ isImported, one }: Props) => {
  const at = leftOutStatus(one, isImported)
  return at === -1 ? null : (
    <p className="hint warning" role="status">
      {t(
        "The column “{name}” isn't imported: every application becomes active. Under Columns, let it go to “Status”.",
        { name: one.column_names[at] || t("Column {number}", { number: at + 1 }) }
      )}
    </p>
  )
}
