/** The account of the person who is signed in: the password, the passkeys and the identity provider. */
import { useState } from "react"
import { useLoaded } from "../api/useLoaded.ts"
import { Form, useAction } from "../parts/Action.tsx"
import { TextField } from "../parts/Fields.tsx"
import { useNotice } from "../parts/Notice.tsx"
import { Empty, Page } from "../parts/Page.tsx"
import { Part } from "../parts/Part.tsx"
import { useSession } from "../session/CurrentSession.tsx"
import { minPassword } from "../session/rights.ts"
import { changePassword, methods } from "../session/Session.ts"
import { Identities } from "./Identities.tsx"
import { Passkeys } from "./Passkeys.tsx"

export const Account = () => {
  const { byKey, scope, user } = useSession()
  return (
    <Page title={user.full_name} lead={<>{user.email}, with the scope {scope}.</>}>
      {byKey
        ? <Empty title="You are signed in by an API key, which has no password and no passkeys." />
        : (
          <>
            <Part title="Password"><Password email={user.email} /></Part>
            <Part title="Passkeys"><Passkeys /></Part>
            <IdentityProvider />
          </>
        )}
    </Page>
  )
}

const IdentityProvider = () => {
  const { value } = useLoaded(["methods"], methods)
  return value?.oidc === true ? <Part title="Identity provider"><Identities /></Part> : null
}

const Password = ({ email }: { readonly email: string }) => {
  const tell = useNotice()
  // A new key empties the fields after each change.
  const [changes, setChanges] = useState(0)
  const action = useAction(async (form: FormData) => {
    await changePassword(String(form.get("current")), String(form.get("password")))
    setChanges(changes + 1)
    tell("The password is changed. Your other sessions have ended.")
  })
  return (
    <Form key={changes} action={action} submit="Change password" className="narrow">
      {/* Tells a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField label="Present password" name="current" type="password" autoComplete="current-password" required />
      <TextField label="New password" name="password" type="password" autoComplete="new-password" minLength={minPassword} required hint={`At least ${minPassword} characters.`} />
    </Form>
  )
}
