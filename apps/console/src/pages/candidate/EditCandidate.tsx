/** The dialog that edits what is known of a candidate. */
import { useState } from "react"
import type { CandidateDetail as Candidate } from "@candor/client"
import { changesOf, expecting } from "../../api/changesOf.ts"
import { candor } from "../../api/Client.ts"
import { type Opened, useOpened } from "../../api/useOpened.ts"
import { t } from "../../language/text.tsx"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { TextField } from "../../parts/Fields.tsx"
import { textOfList } from "../../parts/listOf.ts"
import { tagsIn, TagsField } from "../../parts/TagsField.tsx"
import { Show } from "../../parts/Page.tsx"
import { names, texts } from "./CandidateDetails.tsx"
import { type Contact, ContactFields, givenOf } from "./ContactFields.tsx"
import { SameEmail } from "./SameEmail.tsx"

interface Props {
  readonly id: string
  readonly onClose: () => void
  readonly onChange: (candidate: Candidate) => void
}

export const EditCandidate = ({ id, onChange, onClose }: Props) => {
  const loaded = useOpened(["candidate", id], (signal) => candor.candidates.get(id, { signal }), ({ candidate }) => candidate)
  return (
    <Dialog title={t("Edit candidate")} onClose={onClose}>
      <Show of={loaded}>{(opened) => <Editor opened={opened} onChange={onChange} onClose={onClose} />}</Show>
    </Dialog>
  )
}

interface EditorProps extends Pick<Props, "onChange" | "onClose"> {
  readonly opened: Opened<Candidate>
}

type EmailKind = NonNullable<Candidate["email_addresses"][number]["kind"]>
type PhoneKind = NonNullable<Candidate["phone_numbers"][number]["kind"]>

const addressesOf = (emails: ReadonlyArray<Contact<EmailKind>>) => givenOf(emails).map(({ kind, value }) => ({ address: value, kind }))
const numbersOf = (phones: ReadonlyArray<Contact<PhoneKind>>) => givenOf(phones).map(({ kind, value }) => ({ number: value, kind }))

const Editor = ({ onChange, onClose, opened }: EditorProps) => {
  const [{ etag, value: candidate }] = useState(opened)
  const [knownEmails] = useState(() => candidate.email_addresses.map(({ address, kind }) => ({ value: address, kind })))
  const [knownPhones] = useState(() => candidate.phone_numbers.map(({ kind, number }) => ({ value: number, kind })))
  const [emails, setEmails] = useState(knownEmails)
  const [phones, setPhones] = useState(knownPhones)
  // Those that the person has already are no news.
  const added = emails.map(({ value }) => value).filter((value) => !candidate.email_addresses.some(({ address }) => address === value))
  const action = useAction(async (form: FormData) => {
    const fields = {
      full_name: textOf(form, "full_name"),
      email_addresses: addressesOf(emails),
      phone_numbers: numbersOf(phones),
      linkedin_url: textOf(form, "linkedin_url") || null,
      ...Object.fromEntries([...names, ...texts].map(([, name]) => [name, textOf(form, name) || null])),
      tags: await tagsIn(form, candidate.tags)
    }
    const changes = changesOf(fields, { ...candidate, email_addresses: addressesOf(knownEmails), phone_numbers: numbersOf(knownPhones) })
    const answer = await candor.candidates.update(candidate.id, changes, expecting(changes, etag))
    onChange(answer.candidate)
    onClose()
  })
  return (
    <Form action={action} submit={t("Save")}>
      <TextField label={t("Full name")} name="full_name" required defaultValue={candidate.full_name} />
      {names.map(([label, name]) => <TextField key={name} label={t(label)} name={name} defaultValue={candidate[name] ?? ""} />)}
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
      <TagsField defaultValue={textOfList(candidate.tags)} />
    </Form>
  )
}
