/** The templates of mails to candidates. */
import { Link, useNavigate } from "@tanstack/react-router"
import { candor } from "../../api/Client.ts"
import { t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Empty, Page, Show } from "../../parts/Page.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { templates } from "../../declared/templates.made.ts"
import { useTemplates } from "./mails.ts"

/** Adds those of the default templates in the organization's language that are not there yet. */
const FirstTemplates = ({ onDone }: { readonly onDone: () => void }) => {
  const { error, pending, run } = useAction(async () => {
    const { organization: { language } } = await candor.organizations.get()
    const taken = new Set((await candor.mailTemplates.list()).mail_templates.map(({ name }) => name))
    for (const template of templates[language ?? "en"].filter(({ name }) => !taken.has(name)))
      await candor.mailTemplates.create(template)
    onDone()
  })
  return (
    <>
      <Problem text={error} />
      <Button pending={pending} onClick={() => run()}>
        {t("Start with three templates")}
      </Button>
    </>
  )
}

export const Templates = () => {
  const mayWrite = useMay("write")
  const navigate = useNavigate()
  const loaded = useTemplates()
  return (
    <Page
      title={t("Email templates")}
      lead={t("Reusable emails to candidates. Names and jobs are filled in.")}
      actions={mayWrite
        ? (
          <Button look="primary" onClick={() => void navigate({ to: "/mail-templates/$id", params: { id: "new" } })}>
            <Icon name="plus" />
            {t("New template")}
          </Button>
        )
        : undefined}
    >
      <Show of={loaded}>
        {({ mail_templates }) =>
          mail_templates.length === 0
            ? (
              <Empty title={t("No email templates yet")}>
                <p>{t("Create templates for emails that you write often: invitations, questions, rejections.")}</p>
                {mayWrite ? <FirstTemplates onDone={loaded.reload} /> : null}
              </Empty>
            )
            : (
              <ul className="list">
                {mail_templates.map(({ id, name, subject, updated_at }) => (
                  <li key={id}>
                    <Link to="/mail-templates/$id" params={{ id }} className="list-link">
                      <span className="list-main">
                        <strong>{name}</strong>
                        <span className="hint">{subject}</span>
                      </span>
                      <span className="list-side">
                        <span className="hint">
                          {t("edited")} <Ago at={updated_at} />
                        </span>
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
      </Show>
    </Page>
  )
}
