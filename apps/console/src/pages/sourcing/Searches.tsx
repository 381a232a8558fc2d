/** Sourcing searches: each collects people who have not applied. */
import { useState } from "react"
import { call } from "../../api/Operations.ts"
import { pageSize, usePaged } from "../../api/usePaged.ts"
import { Button, Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { TextArea, TextField } from "../../parts/Fields.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { More } from "../../parts/More.tsx"
import { Empty, Page, Show } from "../../parts/Page.tsx"
import { Day } from "../../parts/Time.tsx"
import { Link, navigate } from "../../router/Router.tsx"
import { useMay } from "../../session/CurrentSession.tsx"

export const Searches = () => {
  const [creating, setCreating] = useState(false)
  const mayWrite = useMay("write")
  const searches = usePaged("searches", async (offset, signal) => {
    const answer = await call("SourcingSearches.list", { query: { limit: pageSize, offset }, ...(signal && { signal }) })
    return { items: answer.searches, has_more: answer.pagination.has_more }
  })
  return (
    <Page
      title="Sourcing"
      lead="Searches for people who have not applied."
      actions={mayWrite ? <Button look="primary" onClick={() => setCreating(true)}><Icon name="plus" />New search</Button> : null}
    >
      <Show of={searches}>
        {({ has_more, items }) =>
          items.length === 0 ? <Empty title="There are no searches yet." /> : (
            <>
              <ul className="list">
                {items.map(({ created_at, id, name, prospect_count, query }) => (
                  <li key={id}>
                    <Link to={`/sourcing/${id}`} className="list-link">
                      <span className="list-main"><strong>{name}</strong>{query === null ? null : <span className="hint">{query}</span>}</span>
                      <span className="hint">{prospect_count} prospects, since <Day at={created_at} /></span>
                    </Link>
                  </li>
                ))}
              </ul>
              <More hasMore={has_more} more={searches.more} />
            </>
          )}
      </Show>
      {creating ? <CreateSearch onClose={() => setCreating(false)} /> : null}
    </Page>
  )
}

const CreateSearch = ({ onClose }: { readonly onClose: () => void }) => {
  const action = useAction(async (form: FormData) => {
    const { search } = await call("SourcingSearches.create", { body: { name: textOf(form, "name"), query: textOf(form, "query") || null } })
    navigate(`/sourcing/${search.id}`)
  })
  return (
    <Dialog title="New sourcing search" onClose={onClose}>
      <Form action={action} submit="Create" onCancel={onClose}>
        <TextField label="Name" name="name" required />
        <TextArea label="Whom do you look for?" name="query" maxLength={2000} />
      </Form>
    </Dialog>
  )
}
