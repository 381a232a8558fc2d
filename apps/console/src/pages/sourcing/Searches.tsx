/** Sourcing searches: each collects people who have not applied. */
import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { usePaged } from "../../api/usePaged.ts"
import { Rich, t } from "../../language/text.tsx"
import { Button, Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { TextArea, TextField } from "../../parts/Fields.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Page } from "../../parts/Page.tsx"
import { ShowPages } from "../../parts/ShowPages.tsx"
import { Day } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { SourcingTabs } from "./SourcingTabs.tsx"

export const Searches = () => {
  const [creating, setCreating] = useState(false)
  const mayWrite = useMay("write")
  const searches = usePaged(
    ["sourcing_search", "all"],
    (query, signal) => candor.sourcingSearches.list(query, { signal }),
    (answer) => answer.searches
  )
  return (
    <Page
      title={t("Sourcing")}
      lead={t("Collect prospects: people who haven't applied yet.")}
      actions={mayWrite
        ? (
          <Button look="primary" onClick={() => setCreating(true)}>
            <Icon name="plus" />
            {t("New project")}
          </Button>
        )
        : null}
    >
      <SourcingTabs value="searches" />
      <ShowPages of={searches} empty={t("No projects yet")} hint={t("Create one to collect people before they apply.")}>
        {(items) => (
          <ul className="list">
            {items.map(({ created_at, id, name, prospect_count, query }) => (
              <li key={id}>
                <Link to="/sourcing/$id" params={{ id }} className="list-link">
                  <span className="list-main">
                    <strong>{name}</strong>
                    {query === null ? null : <span className="hint">{query}</span>}
                  </span>
                  <span className="hint">
                    <Rich
                      text="{count, plural, one {# prospect} other {# prospects}}, since {day}"
                      values={{ count: prospect_count, day: <Day at={created_at} /> }}
                    />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </ShowPages>
      {creating ? <CreateSearch onClose={() => setCreating(false)} /> : null}
    </Page>
  )
}

const CreateSearch = ({ onClose }: { readonly onClose: () => void }) => {
  const navigate = useNavigate()
  const action = useAction(async (form: FormData) => {
    const { search } = await candor.sourcingSearches.create({
      name: textOf(form, "name"),
      query: textOf(form, "query") || null
    })
    await navigate({ to: "/sourcing/$id", params: { id: search.id }, ignoreBlocker: true })
  })
  return (
    <Dialog title={t("New sourcing project")} onClose={onClose}>
      <Form action={action} submit={t("Create")}>
        <TextField label={t("Name")} name="name" required />
        <TextArea label={t("Search query")} name="query" />
      </Form>
    </Dialog>
  )
}
