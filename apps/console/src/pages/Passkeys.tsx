/** The passkeys of the signed-in person: add, list with their last use, and remove. */
import { useRef, useState } from "react"
import { useLoaded } from "../api/useLoaded.ts"
import { t } from "../language/text.tsx"
import { Problem, textOf, useAction } from "../parts/Action.tsx"
import { ConfirmButton } from "../parts/ConfirmButton.tsx"
import { TextField } from "../parts/Fields.tsx"
import { useNotice } from "../parts/Notice.tsx"
import { Show } from "../parts/Page.tsx"
import { PageForm } from "../parts/PageForm.tsx"
import { Table } from "../parts/Table.tsx"
import { Ago, Day } from "../parts/Time.tsx"
import { addPasskey, hasPasskeys, type Passkey, passkeys } from "../session/Passkeys.ts"
import { methods, removePasskey } from "../session/Session.ts"

/** Returns whether passkeys can be made and used here: both the server's address and the browser must allow it. */
export const useMayUsePasskeys = (): boolean => useLoaded(["methods"], methods).value?.passkey === true && hasPasskeys()

export const Passkeys = () => {
  const tell = useNotice()
  const part = useRef<HTMLDivElement>(null)
  const loaded = useLoaded(["passkeys"], passkeys)
  const mayAdd = useMayUsePasskeys()
  const removal = useAction(async ({ id, name }: Passkey) => {
    await removePasskey(id)
    loaded.reload()
    // The focused button disappears with its row, so the focus moves to the part.
    part.current?.focus()
    tell(t("“{name}” removed. You've been signed out everywhere else.", { name }))
  })
  const added = ({ name }: Passkey) => {
    loaded.reload()
    tell(t("You can now sign in with “{name}”.", { name }))
  }
  return (
    <div ref={part} className="stack" tabIndex={-1}>
      <p className="lead">{t("Sign in with your fingerprint, face or PIN instead of a password.")}</p>
      <Show of={loaded}>
        {(items) =>
          items.length === 0
            ? <p>{t("No passkeys yet")}</p>
            : (
              <Table
                rows={items}
                keyOf={({ id }) => id}
                columns={[
                  [t("Name"), ({ name }) => name],
                  [t("Added"), ({ created_at }) => <Day at={created_at} />],
                  [t("Last used"), ({ last_used_at }) => last_used_at === null ? t("Never") : <Ago at={last_used_at} />]
                ]}
                actions={(passkey) => (
                  <ConfirmButton
                    label={t("Remove {name}", { name: passkey.name })}
                    question={t("Remove?")}
                    pending={removal.pending}
                    onConfirm={() => removal.run(passkey)}
                  >
                    {t("Remove")}
                  </ConfirmButton>
                )}
              />
            )}
      </Show>
      <Problem text={removal.error} />
      {mayAdd
        ? <AddPasskey onAdded={added} />
        : (
          <p className="hint">
            {t("To add a passkey, use a browser that supports passkeys, on https with a host name or on localhost.")}
          </p>
        )}
    </div>
  )
}

const AddPasskey = ({ onAdded }: { readonly onAdded: (passkey: Passkey) => void }) => {
  // A new key empties the field after each added passkey.
  const [count, setCount] = useState(0)
  const action = useAction(async (form: FormData) => {
    onAdded(await addPasskey(textOf(form, "name")))
    setCount(count + 1)
  })
  return (
    <PageForm key={count} action={action} submit={t("Add a passkey")} className="narrow">
      <TextField
        label={t("Passkey name")}
        name="name"
        maxLength={100}
        required
        help={t("Where it's stored, for example “Work laptop”.")}
      />
    </PageForm>
  )
}
