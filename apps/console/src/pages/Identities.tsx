/** The signed-in person's linked accounts at the identity provider: link, list and unlink. */
import { useRef } from "react"
import { useLoaded } from "../api/useLoaded.ts"
import { t } from "../language/text.tsx"
import { Button, Problem, useAction } from "../parts/Action.tsx"
import { ConfirmButton } from "../parts/ConfirmButton.tsx"
import { useNotice } from "../parts/Notice.tsx"
import { Show } from "../parts/Page.tsx"
import { Table } from "../parts/Table.tsx"
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
    // The focused button disappears with its row, so the focus moves to the part.
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
            : (
              <Table
                rows={items}
                keyOf={({ issuer, subject }) => `${issuer} ${subject}`}
                columns={[
                  [t("Account"), ({ subject }) => subject],
                  [t("Provider"), ({ issuer }) => new URL(issuer).host],
                  [t("Connected"), ({ linked_at }) => <Day at={linked_at} />]
                ]}
                actions={(identity) => (
                  <ConfirmButton
                    label={t("Disconnect {account}", { account: identity.subject })}
                    question={t("Disconnect?")}
                    pending={unlinking.pending}
                    onConfirm={() => unlinking.run(identity)}
                  >
                    {t("Disconnect")}
                  </ConfirmButton>
                )}
              />
            )}
      </Show>
      <Problem text={unlinking.error ?? linking.error} />
      <div className="buttons">
        <Button pending={linking.pending} onClick={() => linking.run()}>{t("Connect account")}</Button>
      </div>
    </div>
  )
}
