/** Renders Markdown. HTML in it is shown as text. */
import { lazy, Suspense } from "react"

const Rendered = lazy(() => import("./MarkdownRendered.tsx"))

export const Markdown = ({ text }: { readonly text: string }) => (
  <Suspense fallback={<p className="prose">{text}</p>}>
    <Rendered text={text} />
  </Suspense>
)
