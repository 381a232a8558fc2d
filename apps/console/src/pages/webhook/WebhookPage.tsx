/** A webhook: its state, its secret, and its deliveries. */
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import type { Webhook } from "@candor/client"
import { changesOf, expecting } from "../../api/changesOf.ts"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { type Opened, useOpened } from "../../api/useOpened.ts"
import { t } from "../../language/text.tsx"
import { Button, Form, Problem, textOf, useAction } from "../../parts/Action.tsx"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { TextField } from "../../parts/Fields.tsx"
import { Above } from "../../parts/Above.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Page, Show } from "../../parts/Page.tsx"
import { SecretDialog } from "../../parts/Secret.tsx"
import { Status } from "../../parts/Status.tsx"
import { Ago, Day, Moment } from "../../parts/Time.tsx"
import { Deliveries } from "./Deliveries.tsx"
import { chosenTypes, EventTypes } from "./EventTypes.tsx"

const Back = () => <Above to="/webhooks">{t("Webhooks")}</Above>

export const WebhookPage = ({ id }: { readonly id: string }) => {
  const loaded = useLoaded(["webhook", id], async (signal) => (await candor.webhooks.get(id, { signal })).webhook)
  const { value: webhook } = loaded
  if (webhook === undefined)
    return (
      <Page title={t("Webhook")} above={<Back />}>
        <Show of={loaded}>{() => null}</Show>
      </Page>
    )
  return <OneWebhook webhook={webhook} onChange={(changed) => loaded.replace(() => changed)} />
}

interface Props {
  readonly webhook: Webhook
  readonly onChange: (webhook: Webhook) => void
}

const OneWebhook = ({ onChange, webhook }: Props) => {
  const isEnabled = webhook.status === "enabled"
  const { previous_secret_expires_at: ends } = webhook
  // A third secret is possible only when the previous one has expired.
  const mayRotate = ends === null || Date.parse(ends) <= Date.now()
  const [editing, setEditing] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [sent, setSent] = useState(0)
  const tell = useNotice()
  const navigate = useNavigate()
  const toggle = useAction(async () => {
    onChange((await candor.webhooks.update(webhook.id, { status: isEnabled ? "disabled" : "enabled" })).webhook)
  })
  const test = useAction(async () => {
    await candor.webhooks.test(webhook.id, {})
    setSent(sent + 1)
    tell(t("Test message sent"))
  })
  const rotate = useAction(async () => {
    const answer = await candor.webhooks.rotateSecret(webhook.id, {})
    onChange(answer.webhook)
    setSecret(answer.secret)
  })
  const remove = useAction(async () => {
    await candor.webhooks.delete(webhook.id)
    await navigate({ to: "/webhooks", replace: true })
    tell(t("Webhook deleted"))
  })
  return (
    <Page
      title={webhook.url}
      above={<Back />}
      lead={
        <>
          <Status of={webhook.status} /> {webhook.description}
        </>
      }
      actions={
        <>
          <Button onClick={() => setEditing(true)}>{t("Edit")}</Button>
          <Button pending={toggle.pending} onClick={() => toggle.run()}>
            {isEnabled ? t("Disable") : t("Enable")}
          </Button>
          {isEnabled
            ? <Button look="primary" pending={test.pending} onClick={() => test.run()}>{t("Send test")}</Button>
            : null}
        </>
      }
    >
      <Problem text={test.error ?? toggle.error ?? rotate.error ?? remove.error} />
      {webhook.disabled_reason === null ? null : <p className="problem">{webhook.disabled_reason}</p>}
      <section className="meter-card" aria-label={t("Details")}>
        <dl className="facts">
          <div>
            <dt>{t("Events")}</dt>
            <dd>{webhook.event_types.map((type) => type === "*" ? t("all events") : type).join(", ")}</dd>
          </div>
          <div>
            <dt>{t("Since")}</dt>
            <dd>
              <Day at={webhook.created_at} />
            </dd>
          </div>
          {webhook.failing_since === null ? null : (
            <div>
              <dt>{t("Failing since")}</dt>
              <dd>
                <Moment at={webhook.failing_since} />
              </dd>
            </div>
          )}
          {webhook.previous_secret_expires_at === null ? null : (
            <div>
              <dt>{t("Previous secret expires")}</dt>
              <dd>
                <Ago at={webhook.previous_secret_expires_at} />
              </dd>
            </div>
          )}
        </dl>
        <div className="buttons">
          {mayRotate
            ? <Button look="quiet" pending={rotate.pending} onClick={() => rotate.run()}>{t("Rotate secret")}</Button>
            : null}
          <ConfirmButton
            label={t("Delete webhook")}
            question={t("Delete permanently?")}
            pending={remove.pending}
            onConfirm={() => remove.run()}
          >
            {t("Delete")}
          </ConfirmButton>
        </div>
      </section>
      <Deliveries webhookId={webhook.id} isEnabled={isEnabled} sent={sent} />
      {secret === undefined ?
        null :
        (
          <SecretDialog
            title={t("The new secret")}
            name={t("Webhook secret")}
            text={secret}
            onClose={() => setSecret(undefined)}
          >
            <p>{t("For 24 hours, messages are signed with both the previous and the new secret.")}</p>
          </SecretDialog>
        )}
      {editing ? <EditWebhook id={webhook.id} onChange={onChange} onClose={() => setEditing(false)} /> : null}
    </Page>
  )
}

interface EditProps extends Pick<Props, "onChange"> {
  readonly id: string
  readonly onClose: () => void
}

const EditWebhook = ({ id, ...props }: EditProps) => {
  const loaded = useOpened(["webhook", id], (signal) => candor.webhooks.get(id, { signal }), ({ webhook }) => webhook)
  return (
    <Dialog title={t("Edit webhook")} onClose={props.onClose}>
      <Show of={loaded}>{(opened) => <Editor opened={opened} {...props} />}</Show>
    </Dialog>
  )
}

const Editor = ({ onChange, onClose, opened }: Omit<EditProps, "id"> & { readonly opened: Opened<Webhook> }) => {
  const [{ etag, value: webhook }] = useState(opened)
  const [types, setTypes] = useState<Webhook["event_types"]>(webhook.event_types)
  const action = useAction(async (form: FormData) => {
    const fields = {
      url: textOf(form, "url"),
      description: textOf(form, "description") || null,
      event_types: chosenTypes(types)
    }
    const changes = changesOf(fields, webhook)
    onChange((await candor.webhooks.update(webhook.id, changes, expecting(changes, etag))).webhook)
    onClose()
  })
  return (
    <Form action={action} submit={t("Save")}>
      <TextField label={t("URL")} name="url" type="url" required defaultValue={webhook.url} />
      <TextField label={t("Description")} name="description" defaultValue={webhook.description ?? ""} />
      <EventTypes value={types} onChange={setTypes} />
    </Form>
  )
}
