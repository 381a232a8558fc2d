/** Adds a person who has not applied. */
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { t } from "../../language/text.tsx"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { TextField } from "../../parts/Fields.tsx"
import { SameEmail } from "./SameEmail.tsx"

export const AddPerson = ({ onClose }: { readonly onClose: () => void }) => {
  const navigate = useNavigate()
  const [email, setEmail] = useState("")
  const action = useAction(async (form: FormData) => {
    const { candidate } = await candor.candidates.create({
      full_name: textOf(form, "full_name"),
      primary_email: textOf(form, "primary_email") || null,
      phone_numbers: textOf(form, "phone") === "" ? [] : [{ number: textOf(form, "phone") }],
      linkedin_url: textOf(form, "linkedin_url") || null
    })
    await navigate({ to: "/candidates/$id", params: { id: candidate.id }, ignoreBlocker: true })
    onClose()
  })
  return (
    <Dialog title={t("Add a person")} onClose={onClose}>
      <Form action={action} submit={t("Add")}>
        <TextField label={t("Full name")} name="full_name" required />
        <TextField label={t("E-mail address")} name="primary_email" inputMode="email" onChange={({ target }) => setEmail(target.value)} />
        <SameEmail typed={email} />
        <TextField label={t("Phone")} name="phone" inputMode="tel" />
        <TextField label="LinkedIn" name="linkedin_url" inputMode="url" placeholder="https://www.linkedin.com/in/…" />
      </Form>
    </Dialog>
  )
}
