/** Merges two records of one person: chooses the other record and which one stays, and previews the result. */
import { useNavigate } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import type { CandidateDetail as Candidate } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Button, Form, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Show } from "../../parts/Page.tsx"
import { Day } from "../../parts/Time.tsx"
import { useDebounced } from "../../parts/useDebounced.ts"
import { reloadPeople } from "./changes.ts"
import { MergePreview } from "./MergePreview.tsx"
import { useDuplicates } from "./Merges.tsx"

interface Props {
  readonly candidate: Candidate
  /** The other record, if already known. */
  readonly other?: Candidate | undefined
  readonly onClose: () => void
}

export const MergeDialog = ({ candidate, onClose, other: known }: Props) => {
  const [other, setOther] = useState(known)
  return (
    <Dialog
      title={other === undefined
        ? t("Merge {name} with", { name: candidate.full_name })
        : t("Merge two records of one person")}
      onClose={onClose}
    >
      {other === undefined
        ? <ChooseOther candidate={candidate} onChoose={setOther} />
        : <Merge candidate={candidate} other={other} onClose={onClose} />}
    </Dialog>
  )
}

/** The maximum number of search results. */
const maxFound = 8

const ChooseOther = (
  { candidate, onChoose }: { readonly candidate: Candidate; readonly onChoose: (other: Candidate) => void }
) => {
  const [typed, setTyped] = useState("")
  const [isEager, setEager] = useState(false)
  const q = useDebounced(typed.trim())
  const { value: duplicates = [] } = useDuplicates(candidate.id)
  const { value: found = [] } = useLoaded(
    ["found", q, "mergeable"],
    async (signal) => q === "" ? [] : (await candor.candidates.search({ q, limit: maxFound }, { signal })).results
  )
  const ids = new Set(q === "" ? duplicates.map((one) => one.candidate.id) : found.map((one) => one.candidate.id))
  // A search result lacks fields that the preview shows.
  const choose = useAction(async (id: string) => onChoose((await candor.candidates.get(id)).candidate))
  const shown = [...duplicates, ...found].map((one) => one.candidate)
    .filter((one, at, all) =>
      ids.has(one.id) && one.id !== candidate.id && all.findIndex(({ id }) => id === one.id) === at
    )
  // Enter picks the first result, even if pressed before the search has answered.
  const first = isEager && q === typed.trim() ? shown[0]?.id : undefined
  useEffect(() => {
    if (first === undefined) return
    setEager(false)
    void choose.run(first)
  }, [first])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setEager(true)
      }}
    >
      <input
        className="input"
        type="search"
        aria-label={t("Find a candidate")}
        placeholder={t("Name, email address or phone")}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ul className="choices">
        {shown.map(({ full_name, id, primary_email }) => (
          <li key={id}>
            <Button onClick={() => choose.run(id)}>
              {full_name}
              <span className="hint">{primary_email}</span>
            </Button>
          </li>
        ))}
      </ul>
      {q !== "" && shown.length === 0 ? <p className="hint">{t("No other candidates found")}</p> : null}
    </form>
  )
}

/** The older record comes first: it stays unless the person chooses otherwise. */
const byAge = (one: Candidate, other: Candidate) =>
  one.created_at <= other.created_at ? [one, other] as const : [other, one] as const

const Merge = (
  { candidate, onClose, other }: {
    readonly candidate: Candidate
    readonly other: Candidate
    readonly onClose: () => void
  }
) => {
  const pair = byAge(candidate, other)
  const [stays, setStays] = useState(pair[0].id)
  const [survivor, merged] = stays === pair[0].id ? pair : [pair[1], pair[0]] as const
  const navigate = useNavigate()
  const tell = useNotice()
  const preview = useLoaded(
    ["candidate", merged.id, "into", survivor.id],
    (signal) => candor.candidates.merge(merged.id, { into: survivor.id }, { dryRun: true, signal })
  )
  const show = (id: string) => navigate({ to: "/candidates/$id", params: { id }, replace: true, ignoreBlocker: true })
  const action = useAction(async (_: FormData) => {
    await candor.candidates.merge(merged.id, { into: survivor.id })
    onClose()
    await show(survivor.id)
    tell(t("{merged} was merged into {survivor}.", { merged: merged.full_name, survivor: survivor.full_name }), {
      undo: async () => {
        await candor.candidates.unmerge(merged.id)
        await reloadPeople()
        await show(candidate.id)
      }
    })
    await reloadPeople()
  })
  return (
    <Form action={action} submit={t("Merge")}>
      <fieldset className="choice">
        <legend>{t("Record to keep")}</legend>
        {pair.map(({ created_at, full_name, id, primary_email }, at) => (
          <label key={id} className="check">
            <input
              type="radio"
              name="stays"
              value={id}
              checked={id === stays}
              autoFocus={at === 0}
              onChange={() => setStays(id)}
            />
            <span>
              {full_name}{" "}
              <span className="hint">
                {primary_email === null ? null : `${primary_email}, `}
                {t("since")} <Day at={created_at} />
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <Show of={preview}>{(preview) => <MergePreview survivor={survivor} merged={merged} preview={preview} />}</Show>
    </Form>
  )
}
