/** The dialog that edits a candidate's details. */
import { Fragment, type ReactNode, useState } from "react"
import type { CandidateDetail as Candidate } from "@candor/client"
import { changesOf, expecting } from "../../api/changesOf.ts"
import { candor } from "../../api/Client.ts"
import { type Opened, useOpened } from "../../api/useOpened.ts"
import { candidateFields, type OwnFields, type SingleField } from "../../declared/fields.made.ts"
import { type Marked, msg, t } from "../../language/text.tsx"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { TextField } from "../../parts/Fields.tsx"
import { textOfList } from "../../parts/listOf.ts"
import { tagsIn, TagsField } from "../../parts/TagsField.tsx"
import { Show } from "../../parts/Page.tsx"
import { type Contact, ContactFields, givenOf } from "./ContactFields.tsx"
import { SameEmail } from "./SameEmail.tsx"

interface Props {
  readonly id: string
  readonly onClose: () => void
  readonly onChange: (candidate: Candidate) => void
}

export const EditCandidate = ({ id, onChange, onClose }: Props) => {
  const loaded = useOpened(
    ["candidate", id],
    (signal) => candor.candidates.get(id, { signal }),
    ({ candidate }) => candidate
  )
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

const addressesOf = (emails: ReadonlyArray<Contact<EmailKind>>) =>
  givenOf(emails).map(({ kind, value }) => ({ address: value, kind }))
const numbersOf = (phones: ReadonlyArray<Contact<PhoneKind>>) =>
  givenOf(phones).map(({ kind, value }) => ({ number: value, kind }))

const single = candidateFields.filter((field) => field.widget !== "own")

const inputs = { line: {}, link: { inputMode: "url" }, years: { type: "number", min: 0, step: "any" } } as const

const hints: { readonly [Name in SingleField["name"]]?: Marked } = {
  linkedin_url: msg("A new URL generates a new AI profile."),
  years_experience: msg("In years.")
}

const hintOf = (name: SingleField["name"]) => hints[name] === undefined ? {} : { hint: t(hints[name]) }

const valueIn = (form: FormData, { name, widget }: SingleField) => {
  const text = textOf(form, name)
  return text === "" ? null : widget === "years" ? Number(text) : text
}

const Editor = ({ onChange, onClose, opened }: EditorProps) => {
  const [{ etag, value: candidate }] = useState(opened)
  const [knownEmails] = useState(() => candidate.email_addresses.map(({ address, kind }) => ({ value: address, kind })))
  const [knownPhones] = useState(() => candidate.phone_numbers.map(({ kind, number }) => ({ value: number, kind })))
  const [emails, setEmails] = useState(knownEmails)
  const [phones, setPhones] = useState(knownPhones)
  // Only addresses that the person did not have already.
  const added = emails.map(({ value }) => value).filter((value) =>
    !candidate.email_addresses.some(({ address }) => address === value)
  )
  const action = useAction(async (form: FormData) => {
    const fields = {
      ...Object.fromEntries(single.map((field) => [field.name, valueIn(form, field)])),
      email_addresses: addressesOf(emails),
      phone_numbers: numbersOf(phones),
      tags: await tagsIn(form, candidate.tags)
    }
    const changes = changesOf(fields, {
      ...candidate,
      email_addresses: addressesOf(knownEmails),
      phone_numbers: numbersOf(knownPhones)
    })
    const answer = await candor.candidates.update(candidate.id, changes, expecting(changes, etag))
    onChange(answer.candidate)
    onClose()
  })
  const own: OwnFields<ReactNode> = {
    primary_email: (
      <>
        <ContactFields
          legend={t("Email addresses")}
          one={t("email address")}
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
      </>
    ),
    email_addresses: null,
    phone_numbers: null,
    external_ids: null,
    tags: <TagsField defaultValue={textOfList(candidate.tags)} />
  }
  return (
    <Form action={action} submit={t("Save")}>
      {candidateFields.map(({ isRequired, label, name, widget }) =>
        widget === "own"
          ? <Fragment key={name}>{own[name]}</Fragment>
          : (
            <TextField
              key={name}
              label={t(label)}
              name={name}
              required={isRequired}
              {...inputs[widget]}
              defaultValue={candidate[name] ?? ""}
              {...hintOf(name)}
            />
          )
      )}
    </Form>
  )
}
