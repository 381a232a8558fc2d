/** API keys: create, show once, renew and revoke. */
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import type { ApiKey } from "@candor/client"
import { candor } from "../api/Client.ts"
import { usePaged } from "../api/usePaged.ts"
import { msg, Rich, t } from "../language/text.tsx"
import { Button, Form, textOf, useAction } from "../parts/Action.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Select, TextField } from "../parts/Fields.tsx"
import { Icon } from "../parts/Icon.tsx"
import { useNotice } from "../parts/Notice.tsx"
import { Badge, Page } from "../parts/Page.tsx"
import { SecretDialog } from "../parts/Secret.tsx"
import { ShowPages } from "../parts/ShowPages.tsx"
import { Table } from "../parts/Table.tsx"
import { Ago, Moment } from "../parts/Time.tsx"
import { useMay, useSession } from "../session/CurrentSession.tsx"
import { scopes } from "./scopes.ts"
import { UsageOfKey } from "./UsageOfKey.tsx"
import { UsageOfLimit } from "./UsageOfLimit.tsx"
import { type MemberNames, useMemberNames } from "../api/memberNames.ts"

type Open =
  | { readonly what: "create" }
  | { readonly what: "made"; readonly name: string; readonly text: string }
  | { readonly what: "rotate" | "revoke"; readonly key: ApiKey }

const hasEnded = ({ expires_at, revoked_at }: ApiKey) =>
  revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= Date.now())

export const ApiKeys = () => {
  const isAdmin = useMay("admin")
  const isLinked = useSearch({ from: "/api-keys", select: (search) => search.open === "new" })
  const navigate = useNavigate({ from: "/api-keys" })
  const [chosen, setOpen] = useState<Open>()
  const open = chosen ?? (isLinked && isAdmin ? { what: "create" } as const : undefined)
  const tell = useNotice()
  const keys = usePaged(
    ["api_key", "all"],
    (query, signal) => candor.apiKeys.list(query, { signal }),
    ({ api_keys }) => api_keys
  )
  const names = useMemberNames()
  const close = () => {
    setOpen(undefined)
    if (isLinked) void navigate({ search: {}, replace: true, ignoreBlocker: true })
  }
  const made = (name: string, text: string) => {
    keys.reload()
    setOpen({ what: "made", name, text })
  }
  const revoked = ({ name }: ApiKey) => {
    keys.reload()
    close()
    tell(t("“{name}” was revoked. Requests with it now fail with 401.", { name }))
  }
  return (
    <Page
      title={t("API keys")}
      lead={t("Apps use API keys to work with your organization. A key acts as its member.")}
      actions={isAdmin
        ? (
          <Button look="primary" onClick={() => setOpen({ what: "create" })}>
            <Icon name="plus" />
            {t("New key")}
          </Button>
        )
        : null}
    >
      <UsageOfLimit />
      <ShowPages of={keys} empty={t("No API keys yet")} hint={t("Create one for each app that uses the API.")}>
        {(items) => (
          <>
            {items.some((key) => !hasEnded(key)) ? <UsageOfKey keys={items.filter((key) => !hasEnded(key))} /> : null}
            <KeyTable
              title={t("Active keys")}
              keys={items.filter((key) => !hasEnded(key))}
              names={names}
              onOpen={setOpen}
            />
            <KeyTable
              title={t("Expired and revoked keys")}
              keys={items.filter(hasEnded)}
              names={names}
              onOpen={setOpen}
            />
          </>
        )}
      </ShowPages>
      {open?.what === "create" ? <CreateKey onClose={close} onMade={made} /> : null}
      {open?.what === "made"
        ? (
          <SecretDialog title={t("Your new key")} name={t("API key")} text={open.text} onClose={close}>
            <p>
              {t("This is the key")} <strong>{open.name}</strong>.
            </p>
          </SecretDialog>
        )
        : null}
      {open?.what === "rotate" ? <RotateKey of={open.key} onClose={close} onMade={made} /> : null}
      {open?.what === "revoke" ? <RevokeKey of={open.key} onClose={close} onRevoked={() => revoked(open.key)} /> : null}
    </Page>
  )
}

interface TableProps {
  readonly title: string
  readonly keys: ReadonlyArray<ApiKey>
  readonly names: MemberNames
  readonly onOpen: (open: Open) => void
}

const KeyTable = ({ keys, names, onOpen, title }: TableProps) =>
  keys.length === 0 ? null : (
    <section className="section">
      <h2>{title}</h2>
      <Table
        rows={keys}
        keyOf={({ id }) => id}
        columns={[
          [t("Name"), ({ name }) => name],
          [
            t("Scope"),
            ({ scope }) => <Badge tone={scope === "admin" ? "accent" : "neutral"}>{scopes.name(scope)}</Badge>
          ],
          [t("Acts as"), ({ user_id }) => names.get(user_id) ?? t("A member")],
          [t("Last used"), ({ last_used_at }) => last_used_at === null ? t("Never") : <LastUsed at={last_used_at} />],
          [t("Expires"), (key) => <End of={key} />]
        ]}
        actions={(key) =>
          hasEnded(key) ? null : (
            <>
              {key.replaced_by === null
                ? (
                  <Button
                    look="quiet"
                    aria-label={t("Rotate {name}", { name: key.name })}
                    onClick={() => onOpen({ what: "rotate", key })}
                  >
                    {t("Rotate")}
                  </Button>
                )
                : null}
              <Button
                look="quiet"
                aria-label={t("Revoke {name}", { name: key.name })}
                onClick={() => onOpen({ what: "revoke", key })}
              >
                {t("Revoke")}
              </Button>
            </>
          )}
      />
    </section>
  )

/** The server records the use of a key to the hour. */
const LastUsed = ({ at }: { readonly at: string }) =>
  Date.now() - Date.parse(at) < 3_600_000 ? <>{t("This hour")}</> : <Ago at={at} />

const End = ({ of: { expires_at, replaced_by, revoked_at } }: { readonly of: ApiKey }) => {
  if (revoked_at !== null) return <Rich text="Revoked {time}" values={{ time: <Ago at={revoked_at} /> }} />
  if (expires_at === null) return <>{t("Never")}</>
  return (
    <>
      <Moment at={expires_at} />
      {replaced_by === null ? null : (
        <>
          {" "}
          <Badge tone="warning">{t("replaced")}</Badge>
        </>
      )}
    </>
  )
}

interface MakingProps {
  readonly onClose: () => void
  readonly onMade: (name: string, text: string) => void
}

const expiries = [["", msg("Never")], ["7", msg("In 7 days")], ["30", msg("In 30 days")], ["90", msg("In 90 days")], [
  "365",
  msg("In 1 year")
]] as const

/** Returns the time this many days from now; null if no number is chosen. */
const inDays = (days: string): string | null =>
  days === "" ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString()

const CreateKey = ({ onClose, onMade }: MakingProps) => {
  const { user } = useSession()
  const action = useAction(async (form: FormData) => {
    const { api_key, key } = await candor.apiKeys.create({
      name: textOf(form, "name"),
      scope: scopes.of(textOf(form, "scope")) ?? "read",
      expires_at: inDays(textOf(form, "expiry"))
    })
    onMade(api_key.name, key)
  })
  return (
    <Dialog title={t("New API key")} onClose={onClose}>
      <Form action={action} submit={t("Create key")}>
        <TextField
          label={t("Name")}
          name="name"
          required
          help={t("The app that uses this key, for example “Careers site”. It acts as {name}.", {
            name: user.full_name
          })}
        />
        <Select
          label={t("Scope")}
          name="scope"
          options={scopes.options}
          hint={t("Admin also manages members, keys and webhooks.")}
        />
        <Select
          label={t("Expires")}
          name="expiry"
          defaultValue="90"
          options={expiries.map(([days, name]) => [days, t(name)] as const)}
        />
      </Form>
    </Dialog>
  )
}

const RotateKey = ({ of, onClose, onMade }: MakingProps & { readonly of: ApiKey }) => {
  const action = useAction(async (form: FormData) => {
    const { api_key, key } = await candor.apiKeys.rotate(of.id, { overlap_hours: Number(textOf(form, "overlap")) })
    onMade(api_key.name, key)
  })
  return (
    <Dialog title={t("Rotate “{name}”", { name: of.name })} onClose={onClose}>
      <Form action={action} submit={t("Rotate key")}>
        <p>{t("Creates a new key with the same name, member and scope.")}</p>
        <Select
          label={t("Old key")}
          name="overlap"
          defaultValue="24"
          options={[["24", t("Expire after 24 hours")], ["1", t("Expire after 1 hour")], [
            "0",
            t("Revoke immediately")
          ]]}
        />
      </Form>
    </Dialog>
  )
}

const RevokeKey = (
  { of, onClose, onRevoked }: { readonly of: ApiKey; readonly onClose: () => void; readonly onRevoked: () => void }
) => {
  const action = useAction(async (_: FormData) => {
    await candor.apiKeys.revoke(of.id)
    onRevoked()
  })
  return (
    <Dialog title={t("Revoke “{name}”?", { name: of.name })} onClose={onClose}>
      <Form action={action} submit={t("Revoke key")} look="danger">
        <p>{t("Anything that still uses this key stops working immediately. You can't restore a revoked key.")}</p>
      </Form>
    </Dialog>
  )
}
