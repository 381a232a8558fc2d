/** The sign-in page: email address and password, a passkey, an identity provider, or an API key. */
import { useState } from "react"
import { useLoaded } from "../api/useLoaded.ts"
import { type Marked, msg, t } from "../language/text.tsx"
import { Button, Form, Problem, textOf, useAction } from "../parts/Action.tsx"
import { TextField } from "../parts/Fields.tsx"
import { usePageTitle } from "../router/usePageTitle.ts"
import {
  expectSession,
  identityProvider,
  mailForgotten,
  methods,
  type Session,
  signIn,
  signInByKey,
  signInByPasskey
} from "../session/Session.ts"
import { LanguageSelect } from "../shell/LanguageSelect.tsx"
import { useMayUsePasskeys } from "./Passkeys.tsx"

interface Props {
  readonly onSignedIn: (session: Session) => void
}

export const SignIn = ({ onSignedIn }: Props) => {
  const heading = usePageTitle(t("Sign in"))
  const [byKey, setByKey] = useState(false)
  return (
    <main className="entry">
      <div className="entry-card">
        <p className="entry-brand" aria-hidden="true">Candor</p>
        <h1 ref={heading} tabIndex={-1}>{byKey ? t("Sign in with an API key") : t("Sign in")}</h1>
        {byKey ? <ByKey onSignedIn={onSignedIn} /> : <ByPassword onSignedIn={onSignedIn} />}
        <Button look="quiet" className="other-way" onClick={() => setByKey(!byKey)}>
          {byKey ? t("Use your password instead") : t("Use an API key instead")}
        </Button>
        <LanguageSelect />
      </div>
    </main>
  )
}

/**
 * Texts for the problems that the server puts into the page's address when a sign-in at the identity provider fails.
 */
const problems: Readonly<Record<string, Marked>> = {
  "#sign-in-failed": msg("Single sign-on failed. Try again, or sign in another way."),
  "#not-linked": msg(
    "This account isn't connected to a member yet. Sign in with your password or a sign-in link, then connect it on your account page."
  )
}

/** Returns the organizations to choose from, if the account is linked in several: ids with names. */
const choicesIn = (hash: string): ReadonlyArray<[string, string]> =>
  hash.startsWith("#choose?") ? [...new URLSearchParams(hash.slice(8))] : []

const ByPassword = ({ onSignedIn }: Props) => {
  const { value } = useLoaded(["methods"], methods)
  const mayUsePasskeys = useMayUsePasskeys()
  const choices = choicesIn(location.hash)
  const problem = problems[location.hash]
  const action = useAction(async (form: FormData) =>
    // A password may begin or end with a space.
    onSignedIn(await signIn(textOf(form, "email"), String(form.get("password"))))
  )
  return (
    <>
      <Problem text={problem === undefined ? undefined : t(problem)} />
      {choices.length === 0 ? null : (
        <>
          <p>{t("Your account belongs to several organizations. Choose one.")}</p>
          {choices.map(([id, name]) => (
            <a
              key={id}
              className="button"
              href={`${identityProvider}?organization_id=${encodeURIComponent(id)}`}
              onClick={expectSession}
            >
              {name}
            </a>
          ))}
        </>
      )}
      {mayUsePasskeys ? <ByPasskey onSignedIn={onSignedIn} /> : null}
      {value?.oidc === true && choices.length === 0
        ? <a className="button" href={identityProvider} onClick={expectSession}>{t("Continue with single sign-on")}</a>
        : null}
      <Form action={action} submit={t("Sign in")}>
        <TextField label={t("Email address")} name="email" type="email" autoComplete="username" required />
        <TextField label={t("Password")} name="password" type="password" autoComplete="current-password" required />
      </Form>
      {value === undefined ? null : value.mail
        ? <Forgotten />
        : <p className="hint">{t("Forgot your password? Ask an administrator for a sign-in link.")}</p>}
    </>
  )
}

/**
 * Asks for an address, and mails a sign-in link to it. The answer does not reveal whether the address has an account.
 */
const Forgotten = () => {
  const [asked, setAsked] = useState<"open" | "sent">()
  const action = useAction(async (form: FormData) => {
    await mailForgotten(textOf(form, "forgotten"))
    setAsked("sent")
  })
  if (asked === "sent")
    return (
      <p role="status">
        {t("If a member has this email address, a link is on its way. It works once and expires after 24 hours.")}
      </p>
    )
  if (asked === undefined)
    return (
      <Button look="quiet" className="other-way" onClick={() => setAsked("open")}>{t("Forgot your password?")}</Button>
    )
  return (
    <Form action={action} submit={t("Send link")} onCancel={() => setAsked(undefined)}>
      <TextField
        label={t("Email for the link")}
        name="forgotten"
        type="email"
        autoComplete="username"
        required
        autoFocus
      />
    </Form>
  )
}

/** The browser offers the passkeys that it has for this server, so no email address is needed. */
const ByPasskey = ({ onSignedIn }: Props) => {
  const { error, pending, run } = useAction(async () => onSignedIn(await signInByPasskey()))
  return (
    <>
      <Problem text={error} />
      <Button pending={pending} onClick={() => run()}>{t("Sign in with a passkey")}</Button>
    </>
  )
}

const ByKey = ({ onSignedIn }: Props) => {
  const action = useAction(async (form: FormData) => onSignedIn(await signInByKey(textOf(form, "key"))))
  return (
    <Form action={action} submit={t("Sign in")}>
      <TextField
        label={t("API key")}
        name="key"
        type="password"
        required
        hint={t("You'll act as the key's member, with its scope. This tab forgets the key when you close it.")}
      />
    </Form>
  )
}
