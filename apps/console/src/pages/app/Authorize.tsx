/** The page on which a member authorizes an app: which app asks, for what, and what the member allows. */
import { useId } from "react"
import { callSignIn } from "../../api/SignInRoutes.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { type Marked, msg, Rich, t } from "../../language/text.tsx"
import { Button, Form, textOf, useAction } from "../../parts/Action.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { Show } from "../../parts/Page.tsx"
import { usePageTitle } from "../../router/usePageTitle.ts"
import { mayDo, type Scope } from "../../session/rights.ts"
import { type Session, signOut } from "../../session/Session.ts"
import { LanguageSelect } from "../../shell/LanguageSelect.tsx"
import { scopes } from "../scopes.ts"
import { placeOf, rightsOfApp } from "./apps.ts"

interface App {
  readonly name: string
  readonly client_host: string | null
  readonly redirect_host: string
  readonly resource: "server" | "mcp" | "api"
  readonly requested_scope: Scope
  readonly scopes: ReadonlyArray<Scope>
  readonly connected_scope: Scope | null
}

interface Asked {
  readonly app: App | null
  readonly problem: keyof typeof problems | null
  readonly detail: string | null
  readonly back: string | null
}

const problems = {
  client_unknown: msg("Candor doesn't know this app. Connect it again from the app."),
  client_unreachable: msg(
    "Candor couldn't read the app's description on the web. Try again later, or ask the app's maker."
  ),
  client_invalid: msg("The app's description on the web is wrong. Ask the app's maker."),
  redirect_unregistered: msg(
    "The app wants the answer sent to an address that isn't its own. Don't continue if you didn't start this yourself."
  ),
  request_invalid: msg("The app's request is incomplete or wrong. Ask the app's maker."),
  not_allowed: msg("Your administrators don't allow this app. Ask them to add it.")
} satisfies Readonly<Record<string, Marked>>

interface Props {
  readonly session: Session
  readonly onSignedOut: () => void
}

export const Authorize = ({ onSignedOut, session }: Props) => {
  const heading = usePageTitle(t("Connect an app"))
  const query = location.search.slice(1)
  const loaded = useLoaded(["app_request", query], () => callSignIn<Asked>("auth/apps", { body: { query } }))
  const leave = useAction(async () => {
    await signOut(session)
    onSignedOut()
  })
  return (
    <main className="entry">
      <div className="entry-card">
        <p className="entry-brand" aria-hidden="true">Candor</p>
        <h1 ref={heading} tabIndex={-1}>{t("Connect an app")}</h1>
        {session.byKey
          ? <p>{t("Sign in with your password, a passkey or single sign-on to connect an app.")}</p>
          : (
            <Show of={loaded}>
              {(asked) =>
                asked.app === null
                  ? <Refused {...asked} />
                  : <Consent app={asked.app} query={query} session={session} />}
            </Show>
          )}
        <Button look="quiet" className="other-way" pending={leave.pending} onClick={() => leave.run()}>
          {t("Use another account")}
        </Button>
        <LanguageSelect />
      </div>
    </main>
  )
}

const Refused = ({ back, detail, problem }: Asked) => (
  <>
    <p className="problem" role="alert">{problem === null ? null : t(problems[problem])}</p>
    {detail === null ? null : <p className="hint">{t("Details: {text}", { text: detail })}</p>}
    {back === null ? null : <Button onClick={() => location.assign(back)}>{t("Back to the app")}</Button>}
  </>
)

const Consent = (
  { app, query, session: { organization, user } }: {
    readonly app: App
    readonly query: string
    readonly session: Session
  }
) => {
  const id = useId()
  const decide = async (scope: Scope | null) => {
    const { location: next } = await callSignIn<{ readonly location: string }>("auth/apps/decide", {
      body: { query, scope }
    })
    location.assign(next)
  }
  // The requested scope exceeds the present one, which is why the app asks again.
  const asksForMore = app.connected_scope !== null && app.scopes.includes(app.requested_scope) &&
    !mayDo({ scope: app.connected_scope, isLimited: false }, app.requested_scope)
  const allow = useAction((form: FormData) => decide(scopes.of(textOf(form, "scope")) ?? "read"))
  const deny = useAction(() => decide(null))
  return (
    <>
      <p>
        {asksForMore
          ? (
            <Rich
              text="{name} is connected with “{scope}”, and asks for more to do what you told it."
              values={{ name: <strong>{app.name}</strong>, scope: scopes.name(app.connected_scope ?? "read") }}
            />
          )
          : (
            <Rich
              text="{name} wants to work with Candor in your name."
              values={{ name: <strong>{app.name}</strong> }}
            />
          )}
      </p>
      <Facts
        facts={[
          [t("App from"), app.client_host ?? t("Unknown: the name above isn't verified")],
          [t("Sends you back to"), app.redirect_host === "localhost" ? placeOf(app) : app.redirect_host],
          [t("Your account"), `${user.full_name}, ${organization.name}`]
        ]}
      />
      <Form
        action={{ ...allow, error: allow.error ?? deny.error }}
        submit={t("Allow")}
        onCancel={() => void deny.run()}
      >
        <fieldset className="choice">
          <legend>{t("What it may do")}</legend>
          {app.scopes.map((scope) => (
            <div key={scope}>
              <label className="check">
                <input
                  type="radio"
                  name="scope"
                  value={scope}
                  defaultChecked={scope === (asksForMore ? app.requested_scope : "read")}
                  aria-describedby={`${id}-${scope}`}
                />
                {scopes.name(scope)}
                {scope === app.requested_scope ? ` ${t("(what the app asks for)")}` : ""}
              </label>
              <p className="hint" id={`${id}-${scope}`}>{t(rightsOfApp[scope])}</p>
            </div>
          ))}
        </fieldset>
        {app.scopes.includes(app.requested_scope) ? null : (
          <p className="hint">
            {t("The app asks for “{scope}”, which your role or your administrators don't allow.", {
              scope: scopes.name(app.requested_scope)
            })}
          </p>
        )}
        <p className="hint">
          {t(
            "It never sees more than you do. You can revoke it at any time on your account page. Continue only if you started this yourself."
          )}
        </p>
      </Form>
    </>
  )
}
