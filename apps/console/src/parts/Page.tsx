/** The frame of a page: its heading, its actions, and its content in each loading state. */
import type { ReactNode } from "react"
import { messageOf } from "../api/failures.ts"
import type { Loaded } from "../api/useLoaded.ts"
import { t } from "../language/text.tsx"
import { usePageTitle } from "../router/usePageTitle.ts"
import { Button } from "./Action.tsx"
import { Loading } from "./Loading.tsx"

interface PageProps {
  readonly title: string
  /** Content after the title, in the heading. */
  readonly mark?: ReactNode
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  /** A link to the parent page. */
  readonly above?: ReactNode
  /** Whether it uses the full width; `full` also uses the window's height. */
  readonly wide?: boolean | "full"
  readonly children: ReactNode
}

export const Page = ({ above, actions, children, lead, mark, title, wide = false }: PageProps) => {
  const heading = usePageTitle(title)
  return (
    <div className={`page${wide === false ? "" : " wide"}${wide === "full" ? " full" : ""}`}>
      <header className="page-head">
        <div>
          {above}
          <h1 ref={heading} tabIndex={-1}>{title}{mark}</h1>
          {lead === undefined ? null : <p className="lead">{lead}</p>}
        </div>
        {actions === undefined ? null : <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** Renders a loaded value; before that, placeholder bars, or why it cannot be shown. */
export const Show = <A extends unknown>(
  { children, of }: { readonly of: Loaded<A>; readonly children: (value: A) => ReactNode }
) => {
  if (of.value !== undefined) {
    return (
      <>
        {of.error === undefined ? null : <Stale error={of.error} reload={of.reload} />}
        {children(of.value)}
      </>
    )
  }
  if (of.error !== undefined) {
    return (
      <div className="empty" role="alert">
        <p>{messageOf(of.error)}</p>
        <Button onClick={of.reload}>{t("Try again")}</Button>
      </div>
    )
  }
  return <Loading />
}

const Stale = ({ error, reload }: { readonly error: unknown; readonly reload: () => void }) => (
  <div className="problem row" role="alert">
    <span>{t("This may be out of date.")} {messageOf(error)}</span>
    <Button look="quiet" onClick={reload}>{t("Try again")}</Button>
  </div>
)

/** Says that a list is empty, and what to do about it. */
export const Empty = ({ children, title }: { readonly title: string; readonly children?: ReactNode }) => (
  <div className="empty">
    <p className="empty-title">{title}</p>
    {children}
  </div>
)

export type Tone = "neutral" | "good" | "warning" | "bad" | "accent"

export const Badge = ({ children, tone = "neutral" }: { readonly tone?: Tone; readonly children: ReactNode }) => (
  <span className={`badge ${tone}`}>{children}</span>
)
