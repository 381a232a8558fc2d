/** The connected apps of all members, and the policy which apps administrators allow. */
import type { AppPolicy, ConnectedApp } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useMemberNames } from "../../api/memberNames.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { usePaged } from "../../api/usePaged.ts"
import { msg, t } from "../../language/text.tsx"
import { Problem, textOf, useAction } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { Select, TextField } from "../../parts/Fields.tsx"
import { listOf, textOfList } from "../../parts/listOf.ts"
import { useNotice } from "../../parts/Notice.tsx"
import { Page, Show } from "../../parts/Page.tsx"
import { PageForm } from "../../parts/PageForm.tsx"
import { Part } from "../../parts/Part.tsx"
import { ShowPages } from "../../parts/ShowPages.tsx"
import { scopes } from "../scopes.ts"
import { AppTable } from "./AppTable.tsx"

const clients = choicesOf<AppPolicy["clients"]>({
  all: msg("All apps"),
  listed: msg("Only apps from these hosts"),
  none: msg("No apps")
})

export const Apps = () => {
  const tell = useNotice()
  const names = useMemberNames()
  const apps = usePaged(
    ["connected_app", "all"],
    (query, signal) => candor.connectedApps.list(query, { signal }),
    ({ connected_apps }) => connected_apps
  )
  const policy = useLoaded(["app_policy"], async (signal) => (await candor.connectedApps.policy({ signal })).app_policy)
  const revoke = useAction(async ({ id, name }: ConnectedApp) => {
    await candor.connectedApps.revoke(id)
    apps.reload()
    tell(t("“{name}” was revoked.", { name }))
  })
  const saved = (changed: AppPolicy) => {
    policy.replace(() => changed)
    apps.reload()
    tell(t("Rule for apps saved"))
  }
  return (
    <Page
      title={t("Connected apps")}
      lead={t("Assistants and other apps that members have connected. An app acts as its member and never sees more.")}
    >
      <Show of={policy}>{(policy) => <Policy key={JSON.stringify(policy)} policy={policy} onSaved={saved} />}</Show>
      <Part title={t("Apps of members")}>
        <p className="hint">
          {t("To connect one, members add {address} in their assistant and sign in here.", {
            address: `${location.origin}/mcp`
          })}
        </p>
        <ShowPages of={apps} empty={t("No connected apps yet")}>
          {(items) => <AppTable apps={items} names={names} pending={revoke.pending} onRevoke={revoke.run} />}
        </ShowPages>
        <Problem text={revoke.error} />
      </Part>
    </Page>
  )
}

const Policy = ({ onSaved, policy }: { readonly policy: AppPolicy; readonly onSaved: (policy: AppPolicy) => void }) => {
  const [chosen, setChosen] = useState<string>(policy.clients)
  const action = useAction(async (form: FormData) => {
    const days = textOf(form, "max_days")
    const { app_policy } = await candor.connectedApps.setPolicy({
      clients: clients.of(textOf(form, "clients")) ?? "none",
      hosts: form.has("hosts") ? listOf(textOf(form, "hosts").toLowerCase()) : policy.hosts,
      max_scope: scopes.of(textOf(form, "max_scope")) ?? "read",
      max_days: days === "" ? null : Number(days)
    })
    onSaved(app_policy)
  })
  return (
    <Part title={t("Which apps members may connect")}>
      <PageForm action={action} submit={t("Save rule")} className="narrow">
        <Select
          label={t("Apps")}
          name="clients"
          options={clients.options}
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        />
        {chosen === "listed"
          ? (
            <TextField
              label={t("Hosts")}
              name="hosts"
              required
              defaultValue={textOfList(policy.hosts)}
              hint={t(
                "For example claude.ai, chatgpt.com. Add localhost for programs on members' own computers. Separate with commas."
              )}
            />
          )
          : null}
        <Select label={t("Largest scope")} name="max_scope" options={scopes.options} defaultValue={policy.max_scope} />
        <TextField
          label={t("Days until an app must be connected again (optional)")}
          name="max_days"
          type="number"
          min={1}
          max={3650}
          defaultValue={policy.max_days ?? ""}
        />
        <p className="hint">{t("Apps that you don't allow anymore end immediately.")}</p>
      </PageForm>
    </Part>
  )
}
