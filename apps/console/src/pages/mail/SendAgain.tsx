/** The button that retries a mail that the server refused. */
import { candor } from "../../api/Client.ts"
import { t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { type Mail, reloadMails } from "./mails.ts"

interface Props {
  readonly mail: Pick<Mail, "id" | "status">
  readonly look?: "plain" | "quiet"
}

export const SendAgain = ({ look = "plain", mail: { id, status } }: Props) => {
  const mayWrite = useMay("write")
  const retry = useAction(async () => {
    await candor.messages.retry(id)
    await reloadMails()
  })
  if (!mayWrite || status !== "failed") return null
  return (
    <div>
      <Button look={look} pending={retry.pending} onClick={() => retry.run()}>{t("Send again")}</Button>
      <Problem text={retry.error} />
    </div>
  )
}
