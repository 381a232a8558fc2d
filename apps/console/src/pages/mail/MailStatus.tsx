/** The delivery status of a mail. */
import { type Marked, msg, t } from "../../language/text.tsx"
import { Badge, type Tone } from "../../parts/Page.tsx"
import { exactTime } from "../../parts/Time.tsx"
import { type Mail, useMailAccount } from "./mails.ts"
import { problems } from "./problems.ts"

const looks: { readonly [Status in Exclude<Mail["status"], "received">]: readonly [tone: Tone, word: Marked] } = {
  queued: ["warning", msg("Queued")],
  sending: ["warning", msg("Sending")],
  sent: ["accent", msg("Sent")],
  delivered: ["good", msg("Delivered")],
  bounced: ["bad", msg("Bounced")],
  failed: ["bad", msg("Failed")],
  cancelled: ["neutral", msg("Canceled")]
}

/** Seconds before its scheduled time from which a mail is sent “in a moment”. */
const momentSeconds = 60

/** Says what a mail waits for: its time, or the server. */
const Waits = ({ mail: { failure, send_at } }: { readonly mail: Mail }) => {
  const { value: account } = useMailAccount()
  const seconds = send_at === null ? 0 : (Date.parse(send_at) - Date.now()) / 1000
  if (seconds > momentSeconds)
    return <span className="hint">{t("until {time}", { time: exactTime(send_at ?? "") })}</span>
  if (account?.smtp === null && !account.is_logged)
    return <span className="hint">{t("No outgoing server is set up.")}</span>
  const problem = account?.smtp_health.status === "failing" ? account.smtp_health.problem : null
  if (problem !== null && problem !== undefined)
    return <span className="hint">{t("for the server: {problem}", { problem: t(problems[problem].what) })}</span>
  return failure === null
    ? <span className="hint">{t("It will be sent in a moment.")}</span>
    : <span className="hint">{t("The server said: {text}", { text: failure })}</span>
}

/** The status beside the subject; nothing for a received mail. */
export const MailStatus = ({ mail: { status } }: { readonly mail: Mail }) => {
  if (status === "received") return null
  const [tone, word] = looks[status]
  return <Badge tone={tone}>{t(word)}</Badge>
}

/** Says why a mail waits, or was not delivered. */
export const MailFate = ({ mail }: { readonly mail: Mail }) => {
  const { failure, status } = mail
  if (status === "queued") return <Waits mail={mail} />
  if (failure === null || status !== "bounced" && status !== "failed") return null
  return <p className="problem">{t("The server said: {text}", { text: failure })}</p>
}
