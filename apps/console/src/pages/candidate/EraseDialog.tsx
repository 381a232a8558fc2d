/** Asks before a person is anonymized or deleted, and whether to include the person's other records. */
import { useNavigate } from "@tanstack/react-router"
import type { CandidateDetail as Candidate, RelatedRecords } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useDeletion } from "../../api/useDeletion.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { msg, t } from "../../language/text.tsx"
import { Form, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Show } from "../../parts/Page.tsx"
import { reloadPeople } from "./changes.ts"
import { relations } from "./relations.ts"

interface Props {
  readonly candidate: Pick<Candidate, "full_name" | "id">
  readonly how: "anonymise" | "delete"
  readonly onClose: () => void
}

/** The action in texts: “Anonymize Ada Lovelace?” and “Anonymize”. */
const verbs = { anonymise: msg("Anonymize"), delete: msg("Delete") }

const whatGoes = {
  anonymise: msg(
    "This permanently removes the name, contact details, notes, feedback, answers and files. The applications remain, without personal data, so that your numbers stay correct. You can't undo this."
  ),
  delete: msg(
    "This permanently deletes the candidate with all applications, notes, feedback, answers and files. You can't undo this."
  )
}

export const EraseDialog = ({ candidate, how, onClose }: Props) => {
  const { full_name, id } = candidate
  const tell = useNotice()
  const navigate = useNavigate()
  const deletion = useDeletion()
  const related = useLoaded(
    ["candidate", id, "related"],
    async (signal) => (await candor.candidates.delete(id, {}, { dryRun: true, signal })).related
  )
  const action = useAction(async (form: FormData) => {
    const query = form.get("include_related") === null ? {} : { include_related: "true" as const }
    if (how === "delete") {
      await navigate({ to: "/candidates", ignoreBlocker: true })
      return deletion({
        id,
        what: full_name,
        send: () => candor.candidates.delete(id, query),
        onDeleted: () => void reloadPeople()
      })
    }
    await candor.candidates.anonymise(id, query)
    await reloadPeople()
    onClose()
    tell(t("Personal data removed"))
  })
  return (
    <Dialog
      title={how === "delete" ? t("Delete {name}?", { name: full_name }) : t("Anonymize {name}?", { name: full_name })}
      onClose={onClose}
    >
      <p>{t(whatGoes[how])}</p>
      <Show of={related}>
        {(related) => (
          <Form action={action} submit={t(verbs[how])} look="danger">
            <Related how={how} related={related} />
          </Form>
        )}
      </Show>
    </Dialog>
  )
}

const Related = (
  { how, related: { candidates, has_more, prospects } }: Pick<Props, "how"> & { readonly related: RelatedRecords }
) => {
  const all = [
    ...candidates.map((one) => ({ ...one, is: t("candidate") })),
    ...prospects.map((one) => ({ ...one, is: t("prospect") }))
  ]
  if (all.length === 0) return null
  return (
    <>
      <p>{t("Other records of this person:")}</p>
      <ul className="sent">
        {all.map(({ full_name, id, is, reasons: why }) => (
          <li key={id}>
            {full_name}, {is} <span className="hint">({why.map((reason) => t(relations[reason])).join(", ")})</span>
          </li>
        ))}
      </ul>
      {has_more
        ? (
          <p className="hint">
            {how === "delete"
              ? t("There are too many to delete at once. Delete them one by one.")
              : t("There are too many to anonymize at once. Anonymize them one by one.")}
          </p>
        )
        : (
          <label className="check">
            <input type="checkbox" name="include_related" />{" "}
            {how === "delete" ? t("Delete these too") : t("Anonymize these too")}
          </label>
        )}
    </>
  )
}
