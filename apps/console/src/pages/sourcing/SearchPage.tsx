/** The prospects of one search. */
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import type { Prospect } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Button, Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { TextArea, TextField } from "../../parts/Fields.tsx"
import { Above } from "../../parts/Above.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Empty, Page, Show } from "../../parts/Page.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { SameEmail } from "../candidate/SameEmail.tsx"
import { viewsOfSearch } from "../views.ts"
import { ProspectRow } from "./ProspectRow.tsx"

const Back = () => <Above to="/sourcing">{t("Sourcing")}</Above>

export const SearchPage = ({ id }: { readonly id: string }) => {
  const { status = "" } = useSearch({ from: "/sourcing/$id" })
  const navigate = useNavigate({ from: "/sourcing/$id" })
  const [adding, setAdding] = useState(false)
  const mayWrite = useMay("write")
  const search = useLoaded(
    ["sourcing_search", id],
    async (signal) => (await candor.sourcingSearches.get(id, { signal })).search
  )
  const prospects = useLoaded(
    ["prospect", id, status],
    async (signal) => (await candor.prospects.list(id, { status: status || undefined }, { signal })).prospects
  )
  const replace = (changed: Prospect) =>
    prospects.replace((all) => all.map((one) => one.id === changed.id ? changed : one))
  return (
    <Page
      title={search.value?.name ?? t("Search")}
      above={<Back />}
      lead={search.value?.query}
      actions={mayWrite
        ? (
          <Button look="primary" onClick={() => setAdding(true)}>
            <Icon name="plus" />
            {t("Add prospect")}
          </Button>
        )
        : null}
    >
      <Tabs
        label={t("Filter prospects")}
        tabs={viewsOfSearch}
        value={status}
        onChange={(status) => navigate({ search: { status: status || undefined }, replace: true, resetScroll: false })}
      />
      <Show of={prospects}>
        {(prospects) =>
          prospects.length === 0
            ? <Empty title={status === "" ? t("No prospects yet") : t("No one on the shortlist")} />
            : (
              <ul className="list">
                {prospects.map((prospect) => <ProspectRow key={prospect.id} prospect={prospect} onChange={replace} />)}
              </ul>
            )}
      </Show>
      {adding ? <AddProspect id={id} onClose={() => setAdding(false)} onAdded={prospects.reload} /> : null}
    </Page>
  )
}

const AddProspect = (
  { id, onAdded, onClose }: { readonly id: string; readonly onClose: () => void; readonly onAdded: () => void }
) => {
  const [email, setEmail] = useState("")
  const action = useAction(async (form: FormData) => {
    await candor.prospects.discover(id, {
      prospects: [{
        full_name: textOf(form, "full_name"),
        current_title: textOf(form, "current_title") || null,
        current_company: textOf(form, "current_company") || null,
        email: textOf(form, "email") || null,
        linkedin_url: textOf(form, "linkedin_url") || null,
        summary: textOf(form, "summary") || null
      }]
    })
    onAdded()
    onClose()
  })
  return (
    <Dialog title={t("Add prospect")} onClose={onClose}>
      <Form action={action} submit={t("Add")}>
        <TextField label={t("Full name")} name="full_name" required />
        <TextField label={t("Position")} name="current_title" />
        <TextField label={t("Company")} name="current_company" />
        <TextField
          label={t("Email address")}
          name="email"
          inputMode="email"
          onChange={({ target }) => setEmail(target.value)}
        />
        <SameEmail typed={email} />
        <TextField label="LinkedIn" name="linkedin_url" inputMode="url" placeholder="https://www.linkedin.com/in/…" />
        <TextArea label={t("Summary")} name="summary" />
      </Form>
    </Dialog>
  )
}
