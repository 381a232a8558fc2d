/**
 * The page of a one-time link, on which a member sets a password, or links an account at the identity provider instead.
 */
import { useEffect, useState } from "react"
import { useLoaded } from "../api/useLoaded.ts"
import { t } from "../language/text.tsx"
import { Button, Form, Problem, useAction } from "../parts/Action.tsx"
import { TextField } from "../parts/Fields.tsx"
import { usePageTitle } from "../router/usePageTitle.ts"
import { minPassword } from "../session/rights.ts"
import { linkIdentity, methods, type Session, setFirstPassword } from "../session/Session.ts"

/** Reads the fragment of the link, which browsers do not send to servers. */
const linkOf = (hash: string) => {
  const link = new URLSearchParams(hash.slice(1))
  return { token: link.get("token") ?? "", email: link.get("email") }
}

export const FirstPassword = ({ onSignedIn }: { readonly onSignedIn: (session: Session) => void }) => {
  const heading = usePageTitle(t("Choose a password"))
  const [{ email, token }] = useState(() => linkOf(location.hash))
  // The token is secret, so it is removed from the address bar and the history.
  useEffect(() => history.replaceState(null, "", location.pathname), [])
  const action = useAction(async (form: FormData) => {
    if (form.get("password") !== form.get("again")) throw new Error(t("The passwords don't match."))
    const session = await setFirstPassword(token, String(form.get("password")))
    history.replaceState(null, "", "/console/waiting")
    onSignedIn(session)
  })
  const { value } = useLoaded(["methods"], methods)
  const linking = useAction(() => linkIdentity(token))
  return (
    <main className="entry">
      <div className="entry-card">
        <p className="entry-brand" aria-hidden="true">Candor</p>
        <h1 ref={heading} tabIndex={-1}>{t("Choose a password")}</h1>
        <Form action={action} submit={t("Save and sign in")}>
          {/* Lets a password manager store the address with the password. Links of earlier versions have no address. */}
          {email === null
            ? null
            : (
              <TextField
                label={t("Email address")}
                name="email"
                type="email"
                autoComplete="username"
                value={email}
                readOnly
              />
            )}
          <TextField
            label={t("New password")}
            name="password"
            type="password"
            autoComplete="new-password"
            minLength={minPassword}
            required
            hint={t("At least {minPassword} characters. A long sentence is a good password.", { minPassword })}
          />
          <TextField
            label={t("Confirm new password")}
            name="again"
            type="password"
            autoComplete="new-password"
            required
          />
        </Form>
        {value?.oidc === true ?
          (
            <>
              <Problem text={linking.error} />
              <Button look="quiet" className="other-way" pending={linking.pending} onClick={() => linking.run()}>
                {t("Use single sign-on instead")}
              </Button>
            </>
          ) :
          null}
      </div>
    </main>
  )
}
