/** The connected account at Google or Microsoft for mail, instead of servers with passwords. */
import { useRef, useState } from "react"
import { candor } from "../../api/Client.ts"
import { callSignIn } from "../../api/SignInRoutes.ts"
import { Rich, t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Part } from "../../parts/Part.tsx"
import { useSession } from "../../session/CurrentSession.tsx"
import { type Account, loadMailAccount } from "./mails.ts"

type Provider = Account["providers"][number]

/** The names are not translated. */
export const providerNames: { readonly [Name in Provider]: string } = { google: "Google", microsoft: "Microsoft 365" }

interface Props {
  readonly account: Account
  readonly onChange: (account: Account) => void
}

export const ConnectionPart = ({ account, onChange }: Props) => {
  const { byKey } = useSession()
  const { connection, providers } = account
  const part = useRef<HTMLDivElement>(null)
  const tell = useNotice()
  const [going, setGoing] = useState<Provider>()
  const connect = useAction(async (provider: Provider) => {
    setGoing(provider)
    location.assign(
      (await callSignIn<{ readonly location: string }>("auth/connections", { body: { provider } })).location
    )
  })
  const disconnect = useAction(async () => {
    const { notifies_members, sender_email, sender_name } = account
    const others = { notifies_members, sender_email, sender_name }
    await candor.mailAccounts.put({ ...others, smtp: null, imap: null }, { ifMatch: account.etag })
    onChange(await loadMailAccount())
    // The focused button disappears.
    part.current?.focus()
    tell(t("Account disconnected"))
  })
  if (connection === null && providers.length === 0) return null
  const button = (provider: Provider, text: string) => (
    <Button
      key={provider}
      pending={connect.pending && going === provider}
      onClick={() => connect.run(provider)}
    >
      {text}
    </Button>
  )
  return (
    <Part title={t("Google or Microsoft 365")}>
      <div ref={part} className="stack" tabIndex={-1}>
        {connection === null
          ? <p>{t("Connect an account to send and read email. Candor stores no password.")}</p>
          : (
            <p>
              <Rich
                text="Connected as {account} ({provider})."
                values={{
                  account: <strong>{connection.account}</strong>,
                  provider: providerNames[connection.provider]
                }}
              />
            </p>
          )}
        {byKey ?
          <p className="hint">{t("Sign in with your password, not with an API key, to connect an account.")}</p> :
          (
            <div className="buttons">
              {providers.map((provider) =>
                button(
                  provider,
                  provider === connection?.provider
                    ? t("Reconnect")
                    : t("Connect {provider}", { provider: providerNames[provider] })
                )
              )}
            </div>
          )}
        {connection === null ? null : (
          <div className="buttons">
            <ConfirmButton
              label={t("Disconnect {account}", { account: connection.account })}
              question={t("Disconnect the account?")}
              pending={disconnect.pending}
              onConfirm={() => disconnect.run()}
            >
              {t("Disconnect")}
            </ConfirmButton>
          </div>
        )}
        <Problem text={connect.error ?? disconnect.error} />
      </div>
    </Part>
  )
}
