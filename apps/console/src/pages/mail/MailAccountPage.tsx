/** How the organization sends and receives mail: the servers with their health, and the mails that nobody writes. */
import type { MailTemplate, MailTest } from "@candor/client"
import { useState } from "react"
import { changesOf } from "../../api/changesOf.ts"
import { candor } from "../../api/Client.ts"
import { t } from "../../language/text.tsx"
import { textOf, useAction } from "../../parts/Action.tsx"
import { Select, Switch, TextField } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Page, Show } from "../../parts/Page.tsx"
import { PageForm } from "../../parts/PageForm.tsx"
import { Part } from "../../parts/Part.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { type Account, isSetUp, loadMailAccount, useMailAccount, useTemplates } from "./mails.ts"
import { ConnectionPart } from "./ConnectionPart.tsx"
import { Checked, MailHealths } from "./MailHealths.tsx"
import { noServer, serverDraft, ServerFields, serverOf } from "./ServerFields.tsx"

export const MailAccountPage = () => {
  const loaded = useMailAccount()
  const templates = useTemplates()
  const isAdmin = useMay("admin")
  return (
    <Page title={t("Mail account")} lead={t("Mails to candidates come from this address, and replies to it come to their applications.")}>
      <Show of={loaded}>
        {(account) => (
          <>
            {isSetUp(account) ? null : <p className="problem">{t("Mail is not set up yet: nothing can be sent.")}</p>}
            {account.is_logged ? <p className="hint">{t("For trying out, mails are shown in the service's log, and none is sent.")}</p> : null}
            <MailHealths account={account} />
            {/* Without its templates the form would have "Send none" chosen. */}
            {isAdmin ? (
              <Show of={templates}>
                {({ mail_templates }) => {
                  const onChange = (changed: Account) => loaded.replace(() => changed)
                  return (
                    <>
                      <ConnectionPart account={account} onChange={onChange} />
                      <Settings key={account.connection?.connected_at ?? ""} account={account} templates={mail_templates} onChange={onChange} />
                    </>
                  )
                }}
              </Show>
            ) : null}
          </>
        )}
      </Show>
    </Page>
  )
}

interface Props {
  readonly account: Account
  readonly templates: ReadonlyArray<MailTemplate>
  readonly onChange: (account: Account) => void
}

/** Providers with the names of their servers, which take TLS from the first byte. */
const presets: ReadonlyArray<readonly [name: string, smtp: string, imap: string]> = [
  ["Fastmail", "smtp.fastmail.com", "imap.fastmail.com"],
  ["Google", "smtp.gmail.com", "imap.gmail.com"],
  ["IONOS", "smtp.ionos.de", "imap.ionos.de"],
  ["mailbox.org", "smtp.mailbox.org", "imap.mailbox.org"],
  ["Strato", "smtp.strato.de", "imap.strato.de"]
]

/** What the page changes of the account. */
const settingsOf = ({ etag: _etag, imap_health: _imap, is_logged: _logged, providers: _providers, smtp_health: _smtp, smtp_retry_at: _retry, updated_at: _at, ...settings }: Account) => settings

const Settings = ({ account, onChange, templates }: Props) => {
  /** What the fields were filled in with, or saved as. A health that changes meanwhile has another tag, and keeps nobody from saving. */
  const [opened, setOpened] = useState(account)
  const etag = Object.keys(changesOf(settingsOf(account), opened)).length === 0 ? account.etag : opened.etag
  const { notifies_members, received_template_id, rejected_delay_hours, rejected_template_id, sender_email, sender_name } = opened
  const tell = useNotice()
  const [smtp, setSmtp] = useState(serverOf("smtp", account.smtp))
  const [imap, setImap] = useState(serverOf("imap", account.imap))
  const [reads, setReads] = useState(account.imap !== null || account.smtp === null)
  const [email, setEmail] = useState(sender_email ?? "")
  const isConnected = account.connection !== null
  const setMailbox = (username: string) => {
    setSmtp({ ...smtp, username })
    setImap({ ...imap, username })
  }
  const preset = (name: string) => {
    const [, out, into] = presets.find(([one]) => one === name) ?? []
    if (out === undefined || into === undefined) return
    setSmtp({ ...noServer.smtp, host: out, port: "465", security: "tls", username: smtp.username || email })
    setImap({ ...noServer.imap, host: into, folder: imap.folder, username: imap.username || email })
  }
  const [checked, setChecked] = useState<MailTest>()
  const check = useAction(async () => setChecked((await candor.mailAccounts.test({ send: "false" })).mail_test))
  const save = useAction(async (form: FormData) => {
    setChecked(undefined)
    await candor.mailAccounts.put({
      sender_name: textOf(form, "sender_name") || null,
      sender_email: email.trim() || null,
      smtp: smtp.host.trim() === "" ? null : serverDraft(smtp),
      imap: !reads || imap.host.trim() === "" ? null : { ...serverDraft(imap), folder: imap.folder.trim() || "INBOX" },
      received_template_id: textOf(form, "received_template_id") || null,
      rejected_template_id: textOf(form, "rejected_template_id") || null,
      rejected_delay_hours: Number(textOf(form, "rejected_delay_hours")),
      notifies_members: form.has("notifies_members")
    }, { ifMatch: etag })
    // With the tag that it has now.
    const saved = await loadMailAccount()
    // What is stored is not typed any more.
    setSmtp(serverOf("smtp", saved.smtp))
    setImap(serverOf("imap", saved.imap))
    setOpened(saved)
    onChange(saved)
    tell(t("The mail account is saved."))
    if (saved.smtp !== null || saved.imap !== null) void check.run()
  })
  const choices = [["", t("Send none")], ...templates.map(({ id, name }) => [id, name] as const)] as const
  return (
    <PageForm action={save} submit={t("Save")} status={<Checked of={checked} pending={check.pending} />} className="texts mail-account">
      <Part title={t("Sender")}>
        <div className="stack">
          <TextField label={t("Sender address")} name="sender_email" type="email" value={email} onChange={({ target }) => setEmail(target.value)} hint={t("Replies go there, too.")} />
          <TextField label={t("Name beside it")} name="sender_name" defaultValue={sender_name ?? ""} hint={t("Left out, it is the name of the organization.")} />
          {isConnected ? <TextField label={t("Mailbox")} type="email" required value={smtp.username} onChange={({ target }) => setMailbox(target.value)} hint={t("Another one that the connected account may use, such as a shared mailbox.")} /> : null}
          {isConnected ? null : <Select label={t("Provider")} translate="no" defaultValue="" onChange={({ target }) => preset(target.value)} options={[["", t("Another one")], ...presets.map(([name]) => [name, name] as const)]} hint={t("Fills in the servers below.")} />}
        </div>
      </Part>
      {isConnected ? null : (
        <>
          <Part title={t("Server that sends (SMTP)")}>
            <ServerFields of={opened.smtp} server={smtp} onChange={setSmtp} ports={t("Mostly 587 with STARTTLS or 465 with TLS.")} />
          </Part>
          <Part title={t("Mailbox of replies (IMAP)")}>
            <div className="stack">
              <Switch label={t("Read replies from a mailbox")} checked={reads} onChange={({ target }) => setReads(target.checked)} hint={t("Mails stay in it as they are. Those from before are not read.")} />
              {reads ? <ServerFields of={opened.imap} server={imap} onChange={setImap} ports={t("Mostly 993 with TLS.")} hasFolder /> : null}
            </div>
          </Part>
        </>
      )}
      <Part title={t("Mails that are sent by themselves")}>
        <div className="stack">
          <Select label={t("When somebody has applied on the careers site")} name="received_template_id" defaultValue={received_template_id ?? ""} options={choices} />
          <Select label={t("When an application is rejected")} name="rejected_template_id" defaultValue={rejected_template_id ?? ""} options={choices} />
          <TextField label={t("Hours before the mail of a rejection is sent")} name="rejected_delay_hours" type="number" min={0} max={720} required defaultValue={rejected_delay_hours} hint={t("If the rejection is taken back meanwhile, nothing is sent.")} />
        </div>
      </Part>
      <Part title={t("Notices to members")}>
        <Switch label={t("Members get a mail of what waits for them")} name="notifies_members" defaultChecked={notifies_members} hint={t("Each member chooses which, on the page of the account.")} />
      </Part>
    </PageForm>
  )
}
