/** The mail settings of the organization: servers with their health, and automatic emails. */
import type { MailTest } from "@candor/client"
import { useState } from "react"
import { changesOf } from "../../api/changesOf.ts"
import { candor } from "../../api/Client.ts"
import { changeKept } from "../../api/store.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Problem, textOf, useAction } from "../../parts/Action.tsx"
import { Select, Switch, TextField } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Page, Show } from "../../parts/Page.tsx"
import { PageForm } from "../../parts/PageForm.tsx"
import { Part } from "../../parts/Part.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { ConnectionPart } from "./ConnectionPart.tsx"
import { type Account, loadMailAccount, whyUnsent } from "./mails.ts"
import { Checked, MailHealths } from "./MailHealths.tsx"
import { RulesPart } from "./RulesPart.tsx"
import { noServer, serverDraft, ServerFields, serverOf } from "./ServerFields.tsx"

export const MailAccountPage = () => {
  // Loads the account for each visit: a cached one may be outdated, and saving with its entity tag would be refused.
  const [opening] = useState(() => crypto.randomUUID())
  const loaded = useLoaded(["mail_account", opening], loadMailAccount)
  const change = (changed: Account) => {
    loaded.replace(() => changed)
    changeKept<Account>(["mail_account"], () => changed)
  }
  const isAdmin = useMay("admin")
  return (
    <Page
      title={t("Email settings")}
      lead={t("Candidates get emails from this address. Their replies appear on their applications.")}
    >
      <Show of={loaded}>
        {(account) => (
          <>
            <Problem text={whyUnsent(account)} />
            {account.is_logged
              ? <p className="hint">{t("In development, emails appear in the service's log instead of being sent.")}</p>
              : null}
            {account.public_url === null
              ? (
                <p className="hint warning">
                  {t(
                    "Emails to members have no links, and a forgotten password can't be reset by email: the operator of this service has yet to set its address, CANDOR_PUBLIC_URL."
                  )}
                </p>
              )
              : null}
            <MailHealths account={account} />
            {isAdmin ?
              (
                <>
                  <ConnectionPart account={account} onChange={change} />
                  <Settings key={account.connection?.connected_at ?? ""} account={account} onChange={change} />
                  <RulesPart />
                </>
              ) :
              null}
          </>
        )}
      </Show>
    </Page>
  )
}

interface Props {
  readonly account: Account
  readonly onChange: (account: Account) => void
}

/** Presets of providers: the names of their servers, which use implicit TLS. */
const presets: ReadonlyArray<readonly [name: string, smtp: string, imap: string]> = [
  ["Fastmail", "smtp.fastmail.com", "imap.fastmail.com"],
  ["Google", "smtp.gmail.com", "imap.gmail.com"],
  ["IONOS", "smtp.ionos.de", "imap.ionos.de"],
  ["mailbox.org", "smtp.mailbox.org", "imap.mailbox.org"],
  ["Strato", "smtp.strato.de", "imap.strato.de"]
]

/** Returns the account's settings that the page changes. */
const settingsOf = (
  {
    connected_servers: _servers,
    etag: _etag,
    imap_health: _imap,
    is_logged: _logged,
    providers: _providers,
    public_url: _url,
    smtp_health: _smtp,
    smtp_retry_at: _retry,
    updated_at: _at,
    ...settings
  }: Account
) => settings

const Settings = ({ account, onChange }: Props) => {
  /**
   * The values that the form began with, or that were saved last. A change of the server's health also changes the
   * entity tag, and must not block saving.
   */
  const [opened, setOpened] = useState(account)
  const etag = Object.keys(changesOf(settingsOf(account), opened)).length === 0 ? account.etag : opened.etag
  const { notifies_members, sender_email, sender_name } = opened
  const tell = useNotice()
  const [smtp, setSmtp] = useState(serverOf("smtp", account.smtp))
  const [imap, setImap] = useState(serverOf("imap", account.imap))
  const [reads, setReads] = useState(account.imap !== null)
  const [email, setEmail] = useState(sender_email ?? "")
  const isConnected = account.connection !== null
  /** With a connected account, the provider's mailbox is read. */
  const setReading = (reads: boolean) => {
    setReads(reads)
    const server = account.connected_servers?.imap
    if (reads && server !== undefined && imap.host === "")
      setImap({ ...noServer.imap, ...server, port: String(server.port), username: smtp.username })
  }
  const reading = (
    <Switch
      label={t("Read replies from a mailbox")}
      checked={reads}
      onChange={({ target }) => setReading(target.checked)}
      help={t("Candor never changes emails in the mailbox, and ignores those from before setup.")}
    />
  )
  const setMailbox = (username: string) => {
    setSmtp({ ...smtp, username })
    setImap({ ...imap, username })
  }
  const preset = (name: string) => {
    const [, out, into] = presets.find(([one]) => one === name) ?? []
    if (out === undefined || into === undefined) return
    setReads(true)
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
      imap: !reads ? null : { ...serverDraft(imap), folder: imap.folder.trim() || "INBOX" },
      notifies_members: form.has("notifies_members")
    }, { ifMatch: etag })
    // Reads the new entity tag.
    const saved = await loadMailAccount()
    // Clears the typed passwords, which are now stored.
    setSmtp(serverOf("smtp", saved.smtp))
    setImap(serverOf("imap", saved.imap))
    setOpened(saved)
    onChange(saved)
    tell(
      whyUnsent(saved) === undefined
        ? t("Email settings saved")
        : t("Saved, but nothing can be sent with these settings.")
    )
    if (saved.smtp !== null || saved.imap !== null) void check.run()
  })
  return (
    <PageForm
      action={save}
      submit={t("Save")}
      status={<Checked of={checked} pending={check.pending} />}
      className="texts mail-account"
    >
      <Part title={t("Sender")}>
        <div className="stack">
          <TextField
            label={t("Sender address")}
            name="sender_email"
            type="email"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            help={t("Replies go to this address, too.")}
          />
          <TextField
            label={t("Sender name")}
            name="sender_name"
            defaultValue={sender_name ?? ""}
            help={t("If empty, the organization's name is used.")}
          />
          {isConnected
            ? (
              <TextField
                label={t("Mailbox")}
                type="email"
                required
                value={smtp.username}
                onChange={({ target }) => setMailbox(target.value)}
                help={t("It can be another mailbox that the connected account may use, such as a shared one.")}
              />
            )
            : null}
          {isConnected ? reading : null}
          {isConnected
            ? null
            : (
              <Select
                label={t("Provider")}
                translate="no"
                defaultValue=""
                onChange={({ target }) => preset(target.value)}
                options={[["", t("Other provider")], ...presets.map(([name]) => [name, name] as const)]}
                help={t("Fills in the servers below.")}
              />
            )}
        </div>
      </Part>
      {isConnected ? null : (
        <>
          <Part title={t("Outgoing server (SMTP)")}>
            <ServerFields
              of={opened.smtp}
              server={smtp}
              onChange={setSmtp}
              ports={t("Usually 587 with STARTTLS or 465 with TLS.")}
            />
          </Part>
          <Part title={t("Incoming mailbox (IMAP)")}>
            <div className="stack">
              {reading}
              {reads
                ? (
                  <ServerFields
                    of={opened.imap}
                    server={imap}
                    onChange={setImap}
                    ports={t("Usually 993 with TLS.")}
                    hasFolder
                  />
                )
                : null}
            </div>
          </Part>
        </>
      )}
      <Part title={t("Email notifications")}>
        <Switch
          label={t("Email members about mentions, feedback requests, hiring teams and replies")}
          name="notifies_members"
          defaultChecked={notifies_members}
          help={t("Each member can choose which ones on their account page.")}
        />
      </Part>
    </PageForm>
  )
}
