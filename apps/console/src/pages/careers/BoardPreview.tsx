/** A preview of the careers site with the unsaved changes of the form. */
import type { BoardPatch } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { messageOf } from "../../api/failures.ts"
import { issuesOf } from "../../api/issues.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { PageFrame } from "../../parts/PageFrame.tsx"
import { Part } from "../../parts/Part.tsx"
import { useDebounced } from "../../parts/useDebounced.ts"
import type { Careers } from "./careers.ts"

/** Milliseconds without a change after which the server renders the preview. */
const pauseMillis = 500

/** Renders the preview. Leaves out fields that the server refuses, such as a half-typed one. */
const pageWith = async (
  changes: BoardPatch,
  signal: AbortSignal
): Promise<{ readonly html: string; readonly problem?: string }> => {
  try {
    return (await candor.boards.preview(changes, { signal })).preview
  } catch (error) {
    const refused = new Set(issuesOf(error).map(({ path: [field] }) => field))
    const rest = Object.entries(changes).filter(([field]) => !refused.has(field))
    if (rest.length === Object.keys(changes).length) throw error
    return { ...(await candor.boards.preview(Object.fromEntries(rest), { signal })).preview, problem: messageOf(error) }
  }
}

interface Props {
  readonly careers: Careers
  /** The changes that were typed since the page loaded. */
  readonly changes: BoardPatch
}

export const BoardPreview = ({ careers: { updated_at }, changes }: Props) => {
  const typed = useDebounced(JSON.stringify(changes), pauseMillis)
  const { error, value } = useLoaded(
    ["careers", "preview", updated_at, typed],
    (signal) => pageWith(JSON.parse(typed), signal)
  )
  const problem = error === undefined ? value?.problem : messageOf(error)
  return (
    <div className="preview-column">
      <Part title={t("Preview")}>
        {problem === undefined ? null : <p className="hint" role="status">{problem}</p>}
        <PageFrame html={value?.html} title={t("The page as candidates see it")} />
      </Part>
    </div>
  )
}
