/** The number of submissions in the quarantine: in the navigation, and on the page of their job. */
import { Link } from "@tanstack/react-router"
import { Rich, t } from "../../language/text.tsx"
import { number } from "../../parts/Time.tsx"
import { useQuarantine } from "./quarantine.ts"

export const QuarantineCount = () => {
  const { value } = useQuarantine()
  if (value === undefined || value.items.length === 0) return null
  return <span className="badge warning">{number(value.items.length)}{value.has_more ? "+" : ""}</span>
}

/** The number of submissions for a job, with a link to the newest; nothing if there are none. */
export const WaitingForJob = ({ id }: { readonly id: string }) => {
  const { value: all } = useQuarantine()
  if (all === undefined) return null
  // Uses the list that the navigation has loaded, unless it is incomplete.
  return all.has_more
    ? <ManyWaiting id={id} />
    : <Waiting id={id} value={{ items: all.items.filter(({ job_id }) => job_id === id), has_more: false }} />
}

type Quarantine = ReturnType<typeof useQuarantine>["value"]

const ManyWaiting = ({ id }: { readonly id: string }) => <Waiting id={id} value={useQuarantine(id).value} />

const Waiting = ({ id, value }: { readonly id: string; readonly value: Quarantine }) => {
  const [newest] = value?.items ?? []
  if (value === undefined || newest === undefined) return null
  const count = value.items.length
  const link = <Link to="/quarantine" search={{ job: id, submission: newest.id }}>{t("Review held applications")}</Link>
  return (
    <p className="hint">
      {value.has_more
        ? <Rich text="More than {count} applications are held. {link}" values={{ count, link }} />
        : (
          <Rich
            text="{count, plural, one {# application is held.} other {# applications are held.}} {link}"
            values={{ count, link }}
          />
        )}
    </p>
  )
}
