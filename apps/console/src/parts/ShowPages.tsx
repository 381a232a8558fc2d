/** A paged list in each loading state. */
import type { ReactNode } from "react"
import type { PagedList } from "../api/usePaged.ts"
import { t } from "../language/text.tsx"
import { Button, Problem, useAction } from "./Action.tsx"
import { Empty, Show } from "./Page.tsx"

interface Props<Item> {
  readonly of: PagedList<Item>
  /** The content for an empty list: its title, or all of it. */
  readonly empty: ReactNode
  /** What to do about an empty list, or when it will have entries. */
  readonly hint?: string
  readonly children: (items: ReadonlyArray<Item>) => ReactNode
}

export const ShowPages = <Item extends unknown>({ children, empty, hint, of }: Props<Item>) => (
  <Show of={of}>
    {({ has_more, items }) =>
      items.length === 0 ?
        typeof empty === "string" ? <Empty title={empty}>{hint === undefined ? null : <p>{hint}</p>}</Empty> : empty :
        (
          <>
            {children(items)}
            {has_more ? <More more={of.more} /> : null}
          </>
        )}
  </Show>
)

const More = ({ more }: { readonly more: () => Promise<void> }) => {
  const action = useAction(more)
  return (
    <div className="more">
      <Button pending={action.pending} onClick={() => action.run()}>{t("Show more")}</Button>
      <Problem text={action.error} />
    </div>
  )
}
