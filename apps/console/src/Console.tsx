/** The console: the sign-in page, or for a signed-in person the pages with their navigation. */
import { RouterProvider } from "@tanstack/react-router"
import { lazy, Suspense, useEffect, useState } from "react"
import { messageOf } from "./api/failures.ts"
import { onSignedOut } from "./api/Credential.ts"
import { newestSequence } from "./api/followFeed.ts"
import { queries } from "./api/queries.ts"
import { FeedProvider } from "./feed/Feed.tsx"
import { t } from "./language/text.tsx"
import { Button } from "./parts/Action.tsx"
import { Loading } from "./parts/Loading.tsx"
import { NoticeProvider } from "./parts/Notice.tsx"
import { router } from "./pages/routes.tsx"
import { SignIn } from "./pages/SignIn.tsx"
import { SessionProvider } from "./session/CurrentSession.tsx"
import { authorizePath, returnToRequest } from "./session/returning.ts"
import { forget, restore, type Session } from "./session/Session.ts"

const FirstPassword = lazy(() =>
  import("./pages/FirstPassword.tsx").then(({ FirstPassword }) => ({ default: FirstPassword }))
)
const Authorize = lazy(() => import("./pages/app/Authorize.tsx").then(({ Authorize }) => ({ default: Authorize })))

type State =
  | { readonly is: "restoring" }
  | { readonly is: "signedOut" }
  | { readonly is: "signedIn"; readonly session: Session; readonly after: number | undefined }
  | { readonly is: "away"; readonly why: string }

export const Console = () => {
  const [state, setState] = useState<State>({ is: "restoring" })
  const enter = async (session: Session | undefined) => {
    queries.clear()
    if (session === undefined) return setState({ is: "signedOut" })
    if (returnToRequest()) return
    // Read before a page loads, so that the feed reports every change after it. Pages also work without the feed.
    const after = await newestSequence().catch(() => undefined)
    setState({ is: "signedIn", session, after })
  }
  const begin = () => {
    setState({ is: "restoring" })
    restore().then(enter, (error: unknown) => setState({ is: "away", why: messageOf(error) }))
  }
  useEffect(begin, [])
  useEffect(() =>
    onSignedOut((credential) => {
      forget(credential)
      setState((state) => state.is === "signedIn" ? { is: "signedOut" } : state)
    }), [])

  if (location.pathname === "/console/first")
    return (
      <Suspense>
        <FirstPassword onSignedIn={enter} />
      </Suspense>
    )
  if (state.is === "restoring") return <Loading className="alone" count={2} />
  if (state.is === "away") {
    return (
      <main className="empty alone">
        <h1>{t("Can't reach Candor")}</h1>
        <p>{state.why}</p>
        <Button onClick={begin}>{t("Try again")}</Button>
      </main>
    )
  }
  if (state.is === "signedOut") return <SignIn onSignedIn={enter} />
  if (location.pathname === authorizePath)
    return (
      <Suspense fallback={<Loading className="alone" count={2} />}>
        <Authorize session={state.session} onSignedOut={() => void enter(undefined)} />
      </Suspense>
    )
  return (
    <SessionProvider
      session={state.session}
      onSignedOut={() => void enter(undefined)}
      onChange={(session) => setState({ ...state, session })}
    >
      <NoticeProvider>
        <FeedProvider after={state.after} onOtherRights={begin}>
          <RouterProvider router={router} />
        </FeedProvider>
      </NoticeProvider>
    </SessionProvider>
  )
}
