/** The preview of a merge: what the remaining record gains, and what of the other is lost. */
import type { ReactNode } from "react"
import type { CandidateDetail as Candidate, CandidateMerge } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { candidateFields, type OwnFields } from "../../declared/fields.made.ts"
import { type Marked, msg, t } from "../../language/text.tsx"

interface Props {
  readonly survivor: Candidate
  readonly merged: Candidate
  /** The answer to a dry run of the merge. */
  readonly preview: { readonly candidate: Candidate; readonly merge: CandidateMerge }
}

type Row = readonly [label: string | Marked, value: ReactNode]

const single = candidateFields.filter((field) => field.widget !== "own")

/** Formats the fields that are not a single text or number. */
const lists: OwnFields<(candidate: Candidate) => ReadonlyArray<string>> = {
  // Part of the list of emails.
  primary_email: () => [],
  email_addresses: ({ email_addresses }) => email_addresses.map(({ address }) => address),
  phone_numbers: ({ phone_numbers }) => phone_numbers.map(({ number }) => number),
  external_ids: ({ external_ids }) => external_ids.map(({ id, system }) => `${system}:${id}`),
  tags: ({ tags }) => tags
}

/** The maximum number of applications that are named; beyond it only their number is shown. */
const maxNamed = 100

const loadMoved = async (id: string, signal: AbortSignal) => {
  const [{ applications, pagination }, { notes }, { attachments }] = await Promise.all([
    candor.candidates.applications(id, { limit: maxNamed }, { signal }),
    candor.candidateNotes.list(id, { signal }),
    candor.candidateAttachments.list(id, { signal })
  ])
  return { applications, hasMore: pagination.has_more, notes: notes.length, files: attachments.length }
}

export const MergePreview = ({ merged, preview: { candidate: after, merge }, survivor }: Props) => {
  const { value: moved } = useLoaded(["candidate", merged.id, "moved"], (signal) => loadMoved(merged.id, signal))
  const both =
    moved?.applications.filter(({ id }) =>
      merge.duplicate_applications.some((one) => one.id === id || one.duplicate_of === id)
    ) ?? []
  const gets: ReadonlyArray<Row> = [
    ...candidateFields.map(({ label, name, widget }): Row => {
      if (widget !== "own") return [label, survivor[name] === null ? after[name] : null]
      const known = lists[name](survivor)
      return [label, lists[name](after).filter((value) => !known.includes(value)).join(", ")]
    }),
    ...(moved === undefined ? [] : [
      [
        msg("Applications"),
        moved.applications.map(({ job }) => job.title).join(", ") + (moved.hasMore ? `, ${t("and more")}` : "")
      ],
      [
        msg("Also"),
        [
          moved.notes === 0 ? [] : t("{count, plural, one {# note} other {# notes}}", { count: moved.notes }),
          moved.files === 0 ? [] : t("{count, plural, one {# file} other {# files}}", { count: moved.files })
        ].flat().join(", ")
      ]
    ] satisfies ReadonlyArray<Row>)
  ]
  const lost = single.map(({ label, name }): Row => {
    const [kept, other] = [survivor[name], merged[name]]
    return [
      label,
      kept === null || other === null || kept === other ? null : (
        <>
          <del>{other}</del> <span className="hint">{t("stays {kept}", { kept: String(kept) })}</span>
        </>
      )
    ]
  })
  return (
    <>
      <Rows title={t("{name} gets", { name: survivor.full_name })} rows={gets} empty={t("Nothing new")} />
      <Rows title={t("Conflicting details (not kept)")} rows={lost} />
      {both.map(({ id, job }) => (
        <p key={id} className="hint">
          {t("Both applied for “{job}”. Both applications are kept; one is marked as a duplicate.", { job: job.title })}
        </p>
      ))}
      <p className="hint">{t("You can undo the merge for 30 days.")}</p>
    </>
  )
}

const Rows = (
  { empty, rows, title }: { readonly title: string; readonly rows: ReadonlyArray<Row>; readonly empty?: string }
) => {
  const shown = rows.filter(([, value]) => value !== null && value !== "")
  if (shown.length === 0 && empty === undefined) return null
  return (
    <section className="stack" aria-label={title}>
      <h3>{title}</h3>
      {shown.length === 0 ? <p className="hint">{empty}</p> : null}
      <dl className="facts">
        {shown.map(([label, value], at) => (
          <div key={at}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
