/** The page of the careers site as candidates will see it, while it is edited and before it is saved. */
import type { BoardPatch } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { messageOf } from "../../api/failures.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { PageFrame } from "../../parts/PageFrame.tsx"
import { Part } from "../../parts/Part.tsx"
import { useDebounced } from "../../parts/useDebounced.ts"
import type { Careers } from "./careers.ts"

/** Milliseconds without a change, after which the server makes the page. */
const pauseMillis = 500

interface Props {
  readonly careers: Careers
  /** What was typed since the page was loaded. */
  readonly changes: BoardPatch
}

export const BoardPreview = ({ careers: { updated_at }, changes }: Props) => {
  const typed = useDebounced(JSON.stringify(changes), pauseMillis)
  const { error, value } = useLoaded(["careers", "preview", updated_at, typed], async (signal) =>
    (await candor.boards.preview(JSON.parse(typed), { signal })).preview)
  return (
    <div className="preview-column">
      <Part title={t("Preview")}>
        {error === undefined ? null : <p className="hint" role="status">{messageOf(error)}</p>}
        <PageFrame html={value?.html} title={t("The page as candidates see it")} />
      </Part>
    </div>
  )
}
