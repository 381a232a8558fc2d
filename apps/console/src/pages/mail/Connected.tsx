/** The page to which a provider redirects after the person has consented or refused. */
import { Link, useNavigate } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { reloadChanged } from "../../api/store.ts"
import { callSignIn } from "../../api/SignInRoutes.ts"
import { type Marked, msg, t } from "../../language/text.tsx"
import { Problem, useAction } from "../../parts/Action.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Page } from "../../parts/Page.tsx"

interface Consent {
  readonly use: "mail" | "calendar"
  readonly account: string | null
  readonly problem: "app_refused" | "busy" | "denied" | "incomplete" | "not_begun" | null
  readonly detail: string | null
}

const problems: { readonly [Problem in NonNullable<Consent["problem"]>]: Marked } = {
  app_refused: msg("The provider rejected this service. Ask its operator to check the app's client ID and secret."),
  busy: msg("The provider didn't respond as expected. Try again later."),
  denied: msg("Access wasn't allowed, so no account is connected."),
  incomplete: msg("A permission is missing. Connect the account again and allow all permissions."),
  not_begun: msg("This took too long, or started in another browser or session. Connect the account again.")
}

/** The page on which the connection was started. */
const pages = { mail: "/mail-account", calendar: "/account" } as const

export const Connected = () => {
  const navigate = useNavigate()
  const tell = useNotice()
  const hasBegun = useRef(false)
  const [consent, setConsent] = useState<Consent>()
  const complete = useAction(async () => {
    const answer = await callSignIn<Consent>("auth/connections/complete", { body: { query: location.search } })
    if (answer.account === null) return setConsent(answer)
    await reloadChanged([answer.use === "calendar" ? "busy_calendars" : "mail_account"])
    await navigate({ to: pages[answer.use], replace: true })
    tell(t("Connected as {account}.", { account: answer.account }))
  })
  useEffect(() => {
    // A code can be redeemed only once.
    if (hasBegun.current) return
    hasBegun.current = true
    void complete.run()
  }, [])
  return (
    <Page title={consent?.use === "calendar" ? t("My calendars") : t("Email settings")}>
      <div role="status">{complete.pending ? <p>{t("Connecting the account…")}</p> : null}</div>
      <Problem text={consent?.problem ? t(problems[consent.problem]) : complete.error} />
      {consent?.detail ? <p className="hint">{t("The server said: {text}", { text: consent.detail })}</p> : null}
      {complete.pending
        ? null
        : (
          <p>
            {consent?.use === "calendar"
              ? <Link to="/account">{t("Back to your account")}</Link>
              : <Link to="/mail-account">{t("Back to email settings")}</Link>}
          </p>
        )}
    </Page>
  )
}
