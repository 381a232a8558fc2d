/** The email addresses or phone numbers of a person in a form. The first is the primary one. */
import { type KeyboardEvent, useState } from "react"
import { t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import { useDialog } from "../../parts/DialogContext.ts"
import { Icon } from "../../parts/Icon.tsx"
import { spelled } from "../../parts/Status.tsx"

export interface Contact<Kind> {
  readonly value: string
  readonly kind: Kind | null
}

interface Props<Kind> {
  readonly legend: string
  /** The label of one entry: “Remove the second phone number”. */
  readonly one: string
  readonly kinds: ReadonlyArray<Kind>
  readonly inputMode: "email" | "tel"
  readonly contacts: ReadonlyArray<Contact<Kind>>
  readonly onChange: (contacts: Array<Contact<Kind>>) => void
}

/** Returns the entered contacts, without empty rows. */
export const givenOf = <Kind extends unknown>(contacts: ReadonlyArray<Contact<Kind>>) =>
  contacts.filter(({ value }) => value.trim() !== "")

export const ContactFields = <Kind extends string>(
  { contacts, inputMode, kinds, legend, onChange, one }: Props<Kind>
) => {
  const dialog = useDialog()
  const set = (changed: Array<Contact<Kind>>) => {
    dialog?.edited()
    onChange(changed)
  }
  const replace = (at: number, change: Partial<Contact<Kind>>) =>
    set(contacts.map((contact, index) => index === at ? { ...contact, ...change } : contact))
  const [isAdded, setAdded] = useState(false)
  const add = () => {
    setAdded(true)
    set([...contacts, { value: "", kind: null }])
  }
  // Enter in the last row adds another instead of submitting the form.
  const enter = (at: number) => (event: KeyboardEvent) => {
    if (event.key !== "Enter" || at !== contacts.length - 1 || contacts[at]!.value === "") return
    event.preventDefault()
    add()
  }
  return (
    <fieldset className="contacts">
      <legend>{legend}</legend>
      {contacts.map(({ kind, value }, at) => (
        <div key={at} className="contact">
          <input
            className="input"
            // A row that the button added takes the focus.
            autoFocus={isAdded}
            autoComplete="off"
            inputMode={inputMode}
            aria-label={at === 0 ? t("Primary {one}", { one }) : `${one} ${at + 1}`}
            value={value}
            onChange={({ currentTarget }) => replace(at, { value: currentTarget.value })}
            onKeyDown={enter(at)}
          />
          <select
            className="input"
            aria-label={t("Type of {one} {number}", { one, number: at + 1 })}
            value={kind ?? ""}
            onChange={({ currentTarget }) =>
              replace(at, { kind: kinds.find((one) => one === currentTarget.value) ?? null })}
          >
            <option value="">{t("Type")}</option>
            {kinds.map((kind) => <option key={kind} value={kind}>{spelled(kind)}</option>)}
          </select>
          <button
            type="button"
            className={at === 0 ? "icon-button chosen" : "icon-button"}
            aria-pressed={at === 0}
            aria-label={t("Primary: {value}", { value: value || `${one} ${at + 1}` })}
            title={at === 0 ? t("The primary {one}", { one }) : t("Set as primary {one}", { one })}
            onClick={() => set([contacts[at]!, ...contacts.filter((_, index) => index !== at)])}
          >
            <Icon name="star" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={t("Remove {name}", { name: value || `${one} ${at + 1}` })}
            onClick={() => set(contacts.filter((_, index) => index !== at))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <Button look="quiet" onClick={add}>
        <Icon name="plus" />
        {t("Add {one}", { one })}
      </Button>
    </fieldset>
  )
}
