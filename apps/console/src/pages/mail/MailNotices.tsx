/** What the person who is signed in wants to be told by mail. */
import type { MailNoticeChoice } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { msg, t } from "../../language/text.tsx"
import { Problem, useAction } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { Switch } from "../../parts/Fields.tsx"
import { Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { useMailAccount } from "./mails.ts"

type Notice = MailNoticeChoice["mail_notices"][number]

const notices = choicesOf<Notice>({
  mention: msg("A note mentions me"),
  feedback_request: msg("Somebody asks me for feedback"),
  team: msg("Somebody takes me into the team of a job")
})

export const MailNotices = () => {
  const { value: account } = useMailAccount()
  const chosen = useLoaded(["mail_notices"], async (signal) => (await candor.me.mailNotices({ signal })).mail_notices)
  const choose = useAction(async (mail_notices: ReadonlyArray<Notice>) => {
    chosen.replace(() => mail_notices)
    await candor.me.chooseMailNotices({ mail_notices }).catch((error: unknown) => {
      chosen.reload()
      throw error
    })
  })
  return (
    <Part title={t("Notices by mail")}>
      <Show of={chosen}>
        {(wanted) => (
          <div className="stack">
            {account?.notifies_members === false ? <p className="hint">{t("The organization sends none at the moment. An administrator can change that in the mail account.")}</p> : null}
            {notices.options.map(([value, name]) => (
              <Switch
                key={value}
                label={name}
                checked={wanted.some((one) => one === value)}
                onChange={({ target: { checked } }) => {
                  const notice = notices.of(value)
                  if (notice !== undefined) void choose.run(checked ? [...wanted, notice] : wanted.filter((one) => one !== notice))
                }}
              />
            ))}
            <Problem text={choose.error} />
          </div>
        )}
      </Show>
    </Part>
  )
}
