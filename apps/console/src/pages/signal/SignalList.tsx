/** The signals of an application: a line that opens to show the reasons. */
import type { Signal } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { Rich, t } from "../../language/text.tsx"
import { Ago, number } from "../../parts/Time.tsx"
import { namesOf, saidOf, useHeldSignals, useSignals } from "./signals.ts"

export const SignalsOfApplication = ({ id, job }: { readonly id: string; readonly job: string }) => {
  const { value = [] } = useSignals(id)
  return <SignalList signals={value} job={job} />
}

export const SignalsOfHeld = ({ id }: { readonly id: string }) => {
  const { value = [] } = useHeldSignals(id)
  return <SignalList signals={value} isOpen />
}

interface Props {
  readonly signals: ReadonlyArray<Signal>
  readonly isOpen?: boolean
  /** The job on whose board the other applications are shown. */
  readonly job?: string | undefined
}

const SignalList = ({ isOpen = false, job, signals }: Props) =>
  signals.length === 0 ? null : (
    <details className="signals" open={isOpen}>
      <summary>
        {t("Signals")}: {namesOf(signals.map(({ kind }) => kind))}
      </summary>
      <ul>{signals.map((signal) => <One key={signal.id} signal={signal} job={job} />)}</ul>
      <p className="hint">
        {t("A signal is a reason to look. Honest applications can have some, and nothing is rejected by one.")}
      </p>
    </details>
  )

const One = ({ job, signal }: Pick<Props, "job"> & { readonly signal: Signal }) => {
  const { group_id, others, others_counted } = signal
  const more = others_counted - others.length
  return (
    <li>
      <p>{saidOf(signal)}</p>
      {others.length === 0 ? null : (
        <ul className="signal-others">
          {others.map(({ application_id, created_at, full_name, job, submission_id }) => (
            <li key={application_id ?? submission_id}>
              {application_id === null
                ? <Link to="/quarantine" search={{ submission: submission_id ?? undefined }}>{full_name}</Link>
                : <Link to="/applications/$id" params={{ id: application_id }}>{full_name}</Link>}{" "}
              <span className="hint">
                {job.title}, <Ago at={created_at} />
              </span>
            </li>
          ))}
          {more > 0
            ? (
              <li className="hint">
                <Rich text="and {count} more" values={{ count: number(more) }} />
              </li>
            )
            : null}
        </ul>
      )}
      {others.length === 0 || group_id === null || job === undefined ?
        null :
        <Link to="/jobs/$id" params={{ id: job }} search={{ group_id }}>{t("Show them on the board")}</Link>}
    </li>
  )
}
