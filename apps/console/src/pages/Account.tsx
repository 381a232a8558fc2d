/** The account of the signed-in person: the password, the passkeys, the identity provider, and notices by mail. */
import { useState } from "react"
import { candor } from "../api/Client.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { t } from "../language/text.tsx"
import { textOf, useAction } from "../parts/Action.tsx"
import { TextField } from "../parts/Fields.tsx"
import { useNotice } from "../parts/Notice.tsx"
import { Empty, Page } from "../parts/Page.tsx"
import { PageForm } from "../parts/PageForm.tsx"
import { Part } from "../parts/Part.tsx"
import { useMay, useOnSessionChange, useSession } from "../session/CurrentSession.tsx"
import { minPassword } from "../session/rights.ts"
import { changePassword, methods } from "../session/Session.ts"
import { Identities } from "./Identities.tsx"
import { OwnApps } from "./app/OwnApps.tsx"
import { BusyCalendars } from "./interview/BusyCalendars.tsx"
import { CalendarFeed } from "./interview/CalendarFeed.tsx"
import { WorkingHours } from "./interview/WorkingHours.tsx"
import { MailNotices } from "./mail/MailNotices.tsx"
import { Passkeys } from "./Passkeys.tsx"
import { roles, scopes } from "./scopes.ts"

export const Account = () => {
  const { byKey, isLimited, scope, user } = useSession()
  return (
    <Page
      title={user.full_name}
      lead={t("Signed in as {email} ({scope}).", {
        email: user.email,
        scope: byKey ? scopes.name(scope) : roles.name(isLimited ? "limited" : scope)
      })}
    >
      <Name />
      {byKey
        ? <Empty title={t("You're signed in with an API key, which has no password and no passkeys.")} />
        : (
          <>
            <Part title={t("Password")}>
              <Password email={user.email} />
            </Part>
            <Part title={t("Passkeys")}>
              <Passkeys />
            </Part>
            <IdentityProvider />
          </>
        )}
      <OwnApps />
      <MailNotices />
      <CalendarFeed />
      <BusyCalendars />
      <WorkingHours />
    </Page>
  )
}

const Name = () => {
  const session = useSession()
  const onChange = useOnSessionChange()
  const tell = useNotice()
  const { user } = session
  const action = useAction(async (form: FormData) => {
    const changed = await candor.me.rename({ full_name: textOf(form, "full_name") })
    onChange({ ...session, user: changed.user })
    tell(t("Name saved"))
  })
  if (!useMay("comment")) return null
  return (
    <Part title={t("Name")}>
      <PageForm key={user.full_name} action={action} submit={t("Save name")} className="narrow">
        <TextField label={t("Full name")} name="full_name" required maxLength={200} defaultValue={user.full_name} />
      </PageForm>
    </Part>
  )
}

const IdentityProvider = () => {
  const { value } = useLoaded(["methods"], methods)
  return value?.oidc === true
    ? (
      <Part title={t("Single sign-on (SSO)")}>
        <Identities />
      </Part>
    )
    : null
}

const Password = ({ email }: { readonly email: string }) => {
  const tell = useNotice()
  // A new key empties the fields after each change.
  const [changes, setChanges] = useState(0)
  const action = useAction(async (form: FormData) => {
    await changePassword(String(form.get("current")), String(form.get("password")))
    setChanges(changes + 1)
    tell(t("Password changed. You've been signed out everywhere else."))
  })
  return (
    <PageForm key={changes} action={action} submit={t("Change password")} className="narrow">
      {/* Tells a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={t("Current password")}
        name="current"
        type="password"
        autoComplete="current-password"
        required
      />
      <TextField
        label={t("New password")}
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={minPassword}
        required
        hint={t("At least {minPassword} characters.", { minPassword })}
      />
    </PageForm>
  )
}
