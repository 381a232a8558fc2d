/** The signed-in person's choice of notices by mail. */
import type { MailNoticeChoice } from "@candor/client"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect } from "react"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { msg, t } from "../../language/text.tsx"
import { Problem, useAction } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { Switch } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { useMailAccount } from "./mails.ts"

type Notice = MailNoticeChoice["mail_notices"][number]

const notices = choicesOf<Notice>({
  mention: msg("A note mentions me"),
  feedback_request: msg("Someone asks me for feedback"),
  team: msg("Someone adds me to a hiring team"),
  reply: msg("A candidate I emailed replies"),
  digest: msg("My to-do list, once a day"),
  scorecard: msg("My scorecard is due"),
  missing_scorecard: msg("A scorecard of an interview that I scheduled is missing"),
  declined_interview: msg("An interviewer declines an interview that I scheduled")
})

/** Turns off, once, the notices that the link in a mail names. */
const useTurnOff = (wanted: ReadonlyArray<Notice> | undefined, turnOff: (notice: Notice) => void) => {
  const notice = notices.of(useSearch({ strict: false, select: (search) => search.turn_off }) ?? "")
  const navigate = useNavigate()
  const isLoaded = wanted !== undefined
  useEffect(() => {
    if (notice === undefined || !isLoaded) return
    if (wanted.includes(notice)) turnOff(notice)
    void navigate({ to: ".", search: {}, replace: true, resetScroll: false })
  }, [notice, isLoaded])
}

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
  const tell = useNotice()
  useTurnOff(chosen.value, (notice) => {
    const before = chosen.value ?? []
    void choose.run(before.filter((one) => one !== notice)).then((isDone) =>
      isDone
        ? tell(t("Turned off: {name}", { name: notices.name(notice) }), {
          about: notice,
          undo: async () => void await choose.run(before)
        })
        : undefined
    )
  })
  return (
    <Part title={t("Email notifications")}>
      <Show of={chosen}>
        {(wanted) => (
          <div className="stack">
            {account?.notifies_members === false
              ? (
                <p className="hint">
                  {t(
                    "Your organization doesn't send notifications. An administrator can turn them on in the email settings."
                  )}
                </p>
              )
              : null}
            {notices.options.map(([value, name]) => (
              <Switch
                key={value}
                label={name}
                checked={wanted.some((one) => one === value)}
                onChange={({ target: { checked } }) => {
                  const notice = notices.of(value)
                  if (notice !== undefined)
                    void choose.run(
                      checked ? [...wanted, notice] : wanted.filter((one) => one !== notice)
                    )
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
