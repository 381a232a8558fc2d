/** Asks before a person is anonymised or deleted, and whether the person's other records go too. */
import { useNavigate } from "@tanstack/react-router"
import type { CandidateDetail as Candidate, RelatedRecords } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useDeletion } from "../../api/useDeletion.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { Form, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Show } from "../../parts/Page.tsx"
import { reloadPeople } from "./changes.ts"

interface Props {
  readonly candidate: Candidate
  readonly how: "anonymise" | "delete"
  readonly onClose: () => void
}

/** What is done, as in “Anonymise Ada Lovelace?” and “Anonymise”. */
const verbs = { anonymise: "Anonymise", delete: "Delete" } as const

const whatGoes = {
  anonymise: "Name, addresses, notes, feedback, answers and files are removed, also from the applications. These stay without them, to be counted. It cannot be taken back.",
  delete: "The person goes for good, with all applications, notes, feedback, answers and files."
} as const

export const EraseDialog = ({ candidate, how, onClose }: Props) => {
  const { full_name, id } = candidate
  const tell = useNotice()
  const navigate = useNavigate()
  const deletion = useDeletion()
  const related = useLoaded(["candidate", id, "related"], async (signal) => (await candor.candidates.delete(id, {}, { dryRun: true, signal })).related)
  const action = useAction(async (form: FormData) => {
    const query = form.get("include_related") === null ? {} : { include_related: "true" as const }
    if (how === "delete") {
      await navigate({ to: "/candidates", ignoreBlocker: true })
      return deletion({ id, what: full_name, send: () => candor.candidates.delete(id, query), onDeleted: () => void reloadPeople() })
    }
    await candor.candidates.anonymise(id, query)
    await reloadPeople()
    onClose()
    tell("What was known of the person is removed.")
  })
  return (
    <Dialog title={`${verbs[how]} ${full_name}?`} onClose={onClose}>
      <p>{whatGoes[how]}</p>
      <Show of={related}>
        {(related) => (
          <Form action={action} submit={verbs[how]} look="danger">
            <Related how={how} related={related} />
          </Form>
        )}
      </Show>
    </Dialog>
  )
}

const reasons: { readonly [Reason in RelatedRecords["candidates"][number]["reasons"][number]]: string } = {
  linkedin_url: "the same LinkedIn address",
  email: "the same e-mail address",
  conversion: "became this person"
}

const Related = ({ how, related: { candidates, has_more, prospects } }: Pick<Props, "how"> & { readonly related: RelatedRecords }) => {
  const all = [...candidates.map((one) => ({ ...one, is: "candidate" })), ...prospects.map((one) => ({ ...one, is: "prospect" }))]
  if (all.length === 0) return null
  return (
    <>
      <p>There is more of this person:</p>
      <ul className="sent">
        {all.map(({ full_name, id, is, reasons: why }) => (
          <li key={id}>{full_name}, {is} <span className="hint">({why.map((reason) => reasons[reason]).join(", ")})</span></li>
        ))}
      </ul>
      {has_more
        ? <p className="hint">There are more than these. So many can only be {how === "delete" ? "deleted" : "anonymised"} one by one.</p>
        : <label className="check"><input type="checkbox" name="include_related" /> {verbs[how]} these too</label>}
    </>
  )
}
