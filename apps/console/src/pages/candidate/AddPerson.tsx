/** Adds a person who has not applied. */
import { useNavigate } from "@tanstack/react-router"
import { candor } from "../../api/Client.ts"
import { t } from "../../language/text.tsx"
import { Form, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { PersonFields, personIn } from "./PersonFields.tsx"

export const AddPerson = ({ onClose }: { readonly onClose: () => void }) => {
  const navigate = useNavigate()
  const action = useAction(async (form: FormData) => {
    const { candidate } = await candor.candidates.create(personIn(form))
    await navigate({ to: "/candidates/$id", params: { id: candidate.id }, ignoreBlocker: true })
    onClose()
  })
  return (
    <Dialog title={t("Add candidate")} onClose={onClose}>
      <Form action={action} submit={t("Add")}>
        <PersonFields />
      </Form>
    </Dialog>
  )
}
