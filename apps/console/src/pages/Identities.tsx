/** The accounts at the identity provider that the person who is signed in has linked: linked, listed and unlinked. */
import { useRef } from "react"
import { useLoaded } from "../api/useLoaded.ts"
import { t } from "../language/text.tsx"
import { Button, Problem, useAction } from "../parts/Action.tsx"
import { ConfirmButton } from "../parts/ConfirmButton.tsx"
import { useNotice } from "../parts/Notice.tsx"
import { Show } from "../parts/Page.tsx"
import { Day } from "../parts/Time.tsx"
import { type Identity, identities, linkIdentity, unlinkIdentity } from "../session/Session.ts"

export const Identities = () => {
  const tell = useNotice()
  const part = useRef<HTMLDivElement>(null)
  const loaded = useLoaded(["identities"], identities)
  const linking = useAction(() => linkIdentity())
  const unlinking = useAction(async (identity: Identity) => {
    await unlinkIdentity(identity)
    loaded.reload()
    // The button that has the focus goes with its row.
    part.current?.focus()
    tell(t("Account disconnected. You've been signed out everywhere else."))
  })
  return (
    <div ref={part} className="stack" tabIndex={-1}>
      <p className="lead">{t("Connect your account once, then use it to sign in.")}</p>
      <Show of={loaded}>
        {(items) =>
          items.length === 0
            ? <p>{t("No accounts connected yet")}</p>
            : <Table items={items} onUnlink={unlinking.run} pending={unlinking.pending} />}
      </Show>
      <Problem text={unlinking.error ?? linking.error} />
      <div className="buttons">
        <Button pending={linking.pending} onClick={() => linking.run()}>{t("Connect account")}</Button>
      </div>
    </div>
  )
}

interface TableProps {
  readonly items: ReadonlyArray<Identity>
  readonly onUnlink: (identity: Identity) => void
  readonly pending: boolean
}

const Table = ({ items, onUnlink, pending }: TableProps) => (
  <table className="table">
    <thead>
      <tr>
        <th scope="col">{t("Account")}</th>
        <th scope="col">{t("Provider")}</th>
        <th scope="col">{t("Connected")}</th>
        <th scope="col">
          <span className="hidden">{t("Actions")}</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {items.map((identity) => (
        <tr key={`${identity.issuer} ${identity.subject}`}>
          <th scope="row">{identity.subject}</th>
          <td data-label={t("Provider")}>{new URL(identity.issuer).host}</td>
          <td data-label={t("Connected")}>
            <Day at={identity.linked_at} />
          </td>
          <td className="cell-actions">
            <ConfirmButton
              label={t("Disconnect {account}", { account: identity.subject })}
              question={t("Disconnect?")}
              pending={pending}
              onConfirm={() => onUnlink(identity)}
            >
              {t("Disconnect")}
            </ConfirmButton>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
