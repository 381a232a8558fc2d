/** Signing in: by e-mail address and password, by a passkey, by an identity provider, or by an API key. */
import { useState } from "react"
import { useLoaded } from "../api/useLoaded.ts"
import { Button, Form, Problem, textOf, useAction } from "../parts/Action.tsx"
import { TextField } from "../parts/Fields.tsx"
import { usePageTitle } from "../router/Router.tsx"
import { expectSession, identityProvider, methods, type Session, signIn, signInByKey, signInByPasskey } from "../session/Session.ts"
import { useMayUsePasskeys } from "./Passkeys.tsx"

interface Props {
  readonly onSignedIn: (session: Session) => void
}

export const SignIn = ({ onSignedIn }: Props) => {
  const heading = usePageTitle("Sign in")
  const [byKey, setByKey] = useState(false)
  return (
    <main className="entry">
      <div className="entry-card">
        <p className="entry-brand" aria-hidden="true">Candor</p>
        <h1 ref={heading} tabIndex={-1}>{byKey ? "Sign in with an API key" : "Sign in"}</h1>
        {byKey ? <ByKey onSignedIn={onSignedIn} /> : <ByPassword onSignedIn={onSignedIn} />}
        <Button look="quiet" className="other-way" onClick={() => setByKey(!byKey)}>
          {byKey ? "Use your password instead" : "Use an API key instead"}
        </Button>
      </div>
    </main>
  )
}

/** The part of an address by which the server says that the identity provider did not sign anybody in. */
const failedHash = "#sign-in-failed"

const ByPassword = ({ onSignedIn }: Props) => {
  const { value } = useLoaded("methods", methods)
  const mayUsePasskeys = useMayUsePasskeys()
  const action = useAction(async (form: FormData) =>
    // A password may begin or end with a space.
    onSignedIn(await signIn(textOf(form, "email"), String(form.get("password"))))
  )
  return (
    <>
      <Problem text={location.hash === failedHash ? "The identity provider did not sign you in." : undefined} />
      {mayUsePasskeys ? <ByPasskey onSignedIn={onSignedIn} /> : null}
      {value?.oidc === true ? <a className="button" href={identityProvider} onClick={expectSession}>Continue with your identity provider</a> : null}
      <Form action={action} submit="Sign in">
        <TextField label="E-mail address" name="email" type="email" autoComplete="username" required />
        <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      </Form>
    </>
  )
}

/** The browser shows the passkeys that it finds for this server, so no e-mail address is needed. */
const ByPasskey = ({ onSignedIn }: Props) => {
  const { error, pending, run } = useAction(async () => onSignedIn(await signInByPasskey()))
  return (
    <>
      <Problem text={error} />
      <Button pending={pending} onClick={() => run()}>Sign in with a passkey</Button>
    </>
  )
}

const ByKey = ({ onSignedIn }: Props) => {
  const action = useAction(async (form: FormData) => onSignedIn(await signInByKey(textOf(form, "key"))))
  return (
    <Form action={action} submit="Sign in">
      <TextField
        label="API key"
        name="key"
        type="password"
        required
        hint="You act as the key's member, with its scope. This tab forgets the key when it is closed."
      />
    </Form>
  )
}
