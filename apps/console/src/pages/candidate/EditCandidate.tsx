/** The dialog that edits what is known of a candidate. */
import { useState } from "react"
import type { CandidateDetail as Candidate } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { t } from "../../language/text.tsx"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { TextField } from "../../parts/Fields.tsx"
import { listOf } from "../../parts/listOf.ts"
import { texts } from "./CandidateDetails.tsx"
import { ContactFields, givenOf } from "./ContactFields.tsx"
import { SameEmail } from "./SameEmail.tsx"

interface Props {
  readonly candidate: Candidate
  readonly onClose: () => void
  readonly onChange: (candidate: Candidate) => void
}

export const EditCandidate = ({ candidate, onChange, onClose }: Props) => {
  const [emails, setEmails] = useState(candidate.email_addresses.map(({ address, kind }) => ({ value: address, kind })))
  const [phones, setPhones] = useState(candidate.phone_numbers.map(({ kind, number }) => ({ value: number, kind })))
  // Those that the person has already are no news.
  const added = emails.map(({ value }) => value).filter((value) => !candidate.email_addresses.some(({ address }) => address === value))
  const action = useAction(async (form: FormData) => {
    const answer = await candor.candidates.update(candidate.id, {
      full_name: textOf(form, "full_name"),
      email_addresses: givenOf(emails).map(({ kind, value }) => ({ address: value, kind })),
      phone_numbers: givenOf(phones).map(({ kind, value }) => ({ number: value, kind })),
      linkedin_url: textOf(form, "linkedin_url") || null,
      ...Object.fromEntries(texts.map(([, name]) => [name, textOf(form, name) || null])),
      tags: listOf(textOf(form, "tags"))
    })
    onChange(answer.candidate)
    onClose()
  })
  return (
    <Dialog title={t("Edit candidate")} onClose={onClose}>
      <Form action={action} submit={t("Save")}>
        <TextField label={t("Full name")} name="full_name" required defaultValue={candidate.full_name} />
        <ContactFields
          legend={t("E-mail addresses")}
          one={t("e-mail address")}
          kinds={["personal", "work", "school", "other"]}
          inputMode="email"
          contacts={emails}
          onChange={setEmails}
        />
        <SameEmail except={candidate.id} typed={added.join()} />
        <ContactFields
          legend={t("Phone numbers")}
          one={t("phone number")}
          kinds={["mobile", "home", "work", "other"]}
          inputMode="tel"
          contacts={phones}
          onChange={setPhones}
        />
        <TextField label="LinkedIn" name="linkedin_url" inputMode="url" defaultValue={candidate.linkedin_url ?? ""} hint={t("A new address has a new profile made.")} />
        {texts.map(([label, name]) => <TextField key={name} label={t(label)} name={name} defaultValue={candidate[name] ?? ""} />)}
        <TextField label={t("Tags")} name="tags" defaultValue={candidate.tags.join(", ")} hint={t("Separated by commas.")} />
      </Form>
    </Dialog>
  )
}
