/** How the application went: each stage with the time that it took. */
import { candor } from "../../api/Client.ts"
import { usePaged } from "../../api/usePaged.ts"
import { Part } from "../../parts/Part.tsx"
import { ShowPages } from "../../parts/ShowPages.tsx"
import { Status } from "../../parts/Status.tsx"
import { Day, duration } from "../../parts/Time.tsx"
import type { Application } from "./Application.ts"

export const History = ({ application: { id, stage_id, status } }: { readonly application: Application }) => {
  // Each state of the application has a history of its own.
  const loaded = usePaged(
    ["application", id, "history", stage_id, status],
    (query, signal) => candor.applications.history(id, query, { signal }),
    (answer) => answer.history
  )
  return (
    <Part title="History">
      <ShowPages of={loaded} empty="There is no history.">
        {(history) => (
          <ol className="timeline">
            {history.map((entry) => (
              <li key={entry.id}>
                <span><strong>{entry.stage.name}</strong>{entry.status === "active" ? null : <> <Status of={entry.status} /></>}</span>
                <span className="hint"><Day at={entry.entered_at} />, {entry.left_at === null ? `for ${duration(entry.seconds)} now` : duration(entry.seconds)}</span>
                {entry.rejection_reason === null ? null : <span className="hint">{entry.rejection_reason}</span>}
              </li>
            ))}
          </ol>
        )}
      </ShowPages>
    </Part>
  )
}
