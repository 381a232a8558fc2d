/** The health of the mail servers, and a test of both. */
import type { MailAccount, MailHealth, MailTest } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { Rich, t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { Badge } from "../../parts/Page.tsx"
import { Moment, Soon } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { reloadChanged } from "../../api/store.ts"
import { problems } from "./problems.ts"

/** The result of signing in to the servers; empty before the test. */
export const Checked = ({ of, pending }: { readonly of: MailTest | undefined; readonly pending: boolean }) => {
  const works = [
    of?.smtp?.problem === null ? t("Emails can be sent.") : "",
    of?.imap?.problem === null ? t("The mailbox can be read.") : ""
  ]
  return (
    <div role="status" className="stack">
      {pending ? <p>{t("Trying the servers…")}</p> : null}
      {works.some((text) => text !== "") ? <p>{works.join(" ")}</p> : null}
      {[of?.smtp, of?.imap].map((one, index) =>
        one?.problem ? <Words key={index} problem={one.problem} detail={one.detail} /> : null
      )}
    </div>
  )
}

export const MailHealths = ({ account }: { readonly account: MailAccount }) => {
  const isAdmin = useMay("admin")
  const [result, setResult] = useState<MailTest>()
  const test = useAction(async () => {
    setResult(undefined)
    setResult((await candor.mailAccounts.test()).mail_test)
    await reloadChanged(["mail_account"])
  })
  if (account.smtp === null && account.imap === null) return null
  return (
    <section className="meter-card" aria-label={t("Server status")}>
      {account.smtp === null
        ? null
        : <OneHealth name={t("Outgoing email")} health={account.smtp_health} retryAt={account.smtp_retry_at} />}
      {account.imap === null ? null : <OneHealth name={t("Replies")} health={account.imap_health} retryAt={null} />}
      {isAdmin && account.smtp !== null && account.sender_email !== null
        ? (
          <div className="buttons">
            <Button pending={test.pending} onClick={() => test.run()}>
              {test.pending ? t("Testing the servers…") : t("Send test")}
            </Button>
          </div>
        )
        : null}
      <Problem text={test.error} />
      <div role="status">{result === undefined ? null : <Result of={result} />}</div>
    </section>
  )
}

interface HealthProps {
  readonly name: string
  readonly health: MailHealth
  readonly retryAt: string | null
}

const OneHealth = ({ health: { detail, problem, since, status }, name, retryAt }: HealthProps) => (
  <div className="health">
    <div className="row">
      <strong>{name}</strong>
      <span>
        {status === "working"
          ? <Badge tone="good">{t("Connected")}</Badge>
          : problem === "inbox_full"
          ? <Badge tone="warning">{t("Partly working")}</Badge>
          : status === "failing"
          ? <Badge tone="bad">{t("Not connected")}</Badge>
          : <Badge>{t("Not tested yet")}</Badge>}
        {since === null ? null : (
          <span className="hint">
            {" "}
            {t("since")} <Moment at={since} />
          </span>
        )}
      </span>
    </div>
    {problem === null ? null : <Words problem={problem} detail={detail} />}
    {problem === null || retryAt === null ? null : (
      <p className="hint">
        <Rich text="Emails are queued. Next attempt {time}." values={{ time: <Soon at={retryAt} /> }} />
      </p>
    )}
  </div>
)

/** A problem, its remedy, and the server's message. */
const Words = (
  { detail, problem }: { readonly problem: NonNullable<MailHealth["problem"]>; readonly detail: string | null }
) => (
  <>
    <p className="problem">
      <strong>{t(problems[problem].what)}</strong> {t(problems[problem].todo)}
    </p>
    {detail === null ? null : <p className="hint">{t("The server said: {text}", { text: detail })}</p>}
  </>
)

const Result = ({ of: { imap, recipient, smtp } }: { readonly of: MailTest }) => (
  <div className="stack">
    {smtp === null ? null : smtp.problem === null
      ? <p>{t("A test email is on its way to {email}. Check that it arrives.", { email: recipient ?? "" })}</p>
      : <Words problem={smtp.problem} detail={smtp.detail} />}
    {imap === null
      ? null
      : imap.problem === null
      ? <p>{t("The mailbox can be read.")}</p>
      : <Words problem={imap.problem} detail={imap.detail} />}
  </div>
)
