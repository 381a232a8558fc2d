/** The webhooks of the organization. */
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import type { Webhook } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Button, Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { TextField } from "../../parts/Fields.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Badge, Empty, Page, Show } from "../../parts/Page.tsx"
import { SecretDialog } from "../../parts/Secret.tsx"
import { Status } from "../../parts/Status.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { chosenTypes, EventTypes } from "./EventTypes.tsx"

export const Webhooks = () => {
  const isAdmin = useMay("admin")
  const [creating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  const loaded = useLoaded(["webhook", "all"], (signal) => candor.webhooks.list({ limit: 100 }, { signal }))
  const made = (text: string) => {
    setCreating(false)
    setSecret(text)
    loaded.reload()
  }
  return (
    <Page
      title={t("Webhooks")}
      lead={t("Webhooks send events to your URL as they happen, signed according to Standard Webhooks.")}
      actions={isAdmin
        ? (
          <Button look="primary" onClick={() => setCreating(true)}>
            <Icon name="plus" />
            {t("New webhook")}
          </Button>
        )
        : null}
    >
      <Show of={loaded}>
        {({ webhooks }) =>
          webhooks.length === 0 ?
            (
              <Empty title={t("No webhooks yet")}>
                <p>{t("Create one to send events to your own systems.")}</p>
              </Empty>
            ) :
            (
              <ul className="list">
                {webhooks.map(({ description, event_types, failing_since, id, status, url }) => (
                  <li key={id}>
                    <Link to="/webhooks/$id" params={{ id }} className="list-link">
                      <span className="list-main">
                        <strong>{url}</strong>
                        <span className="hint">{description ?? event_types.join(", ")}</span>
                      </span>
                      <span className="list-side">
                        {failing_since === null ? null : <Badge tone="bad">{t("Failing")}</Badge>}
                        <Status of={status} />
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
      </Show>
      {creating ? <CreateWebhook onClose={() => setCreating(false)} onMade={made} /> : null}
      {secret === undefined ?
        null :
        (
          <SecretDialog
            title={t("Webhook secret")}
            name={t("Webhook secret")}
            text={secret}
            onClose={() => setSecret(undefined)}
          >
            <p>{t("Your endpoint verifies each message with it.")}</p>
          </SecretDialog>
        )}
    </Page>
  )
}

const CreateWebhook = (
  { onClose, onMade }: { readonly onClose: () => void; readonly onMade: (secret: string) => void }
) => {
  const [types, setTypes] = useState<Webhook["event_types"]>(["*"])
  const action = useAction(async (form: FormData) => {
    const { secret } = await candor.webhooks.create({
      url: textOf(form, "url"),
      description: textOf(form, "description") || null,
      event_types: chosenTypes(types)
    })
    onMade(secret)
  })
  return (
    <Dialog title={t("New webhook")} onClose={onClose}>
      <Form action={action} submit={t("Create webhook")}>
        <TextField label={t("URL")} name="url" type="url" required placeholder="https://example.com/candor" />
        <TextField label={t("Description")} name="description" />
        <EventTypes value={types} onChange={setTypes} />
      </Form>
    </Dialog>
  )
}
