/** The fields of a new person, with a warning if somebody already has the address. */
import { useState } from "react"
import { t } from "../../language/text.tsx"
import { textOf } from "../../parts/Action.tsx"
import { TextField } from "../../parts/Fields.tsx"
import { SameEmail } from "./SameEmail.tsx"

/** Reads the person from the fields. */
export const personIn = (form: FormData) => ({
  full_name: textOf(form, "full_name"),
  primary_email: textOf(form, "primary_email") || null,
  phone_numbers: textOf(form, "phone") === "" ? [] : [{ number: textOf(form, "phone") }],
  linkedin_url: textOf(form, "linkedin_url") || null
})

interface Props {
  readonly emailHint?: string
}

export const PersonFields = ({ emailHint }: Props) => {
  const [email, setEmail] = useState("")
  return (
    <>
      <TextField label={t("Full name")} name="full_name" required />
      <TextField
        label={t("Email address")}
        name="primary_email"
        inputMode="email"
        onChange={({ target }) => setEmail(target.value)}
        {...(emailHint === undefined ? {} : { hint: emailHint })}
      />
      <SameEmail typed={email} />
      <TextField label={t("Phone")} name="phone" inputMode="tel" />
      <TextField label="LinkedIn" name="linkedin_url" inputMode="url" placeholder="https://www.linkedin.com/in/…" />
    </>
  )
}
