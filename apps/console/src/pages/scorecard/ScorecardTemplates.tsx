/** The scorecard templates. */
import { Link, useNavigate } from "@tanstack/react-router"
import { t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Badge, Empty, Page, Show } from "../../parts/Page.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { usedBy, useScorecardTemplates } from "./templates.ts"

export const ScorecardTemplates = () => {
  const mayWrite = useMay("write")
  const navigate = useNavigate()
  const loaded = useScorecardTemplates()
  return (
    <Page
      title={t("Scorecard templates")}
      lead={t("What interviewers rate and answer. Choose a template when you schedule an interview.")}
      actions={mayWrite
        ? (
          <Button
            look="primary"
            onClick={() => void navigate({ to: "/scorecard-templates/$id", params: { id: "new" } })}
          >
            <Icon name="plus" />
            {t("New template")}
          </Button>
        )
        : undefined}
    >
      <Show of={loaded}>
        {(templates) =>
          templates.length === 0
            ? (
              <Empty title={t("No scorecard templates yet")}>
                <p>{t("Create one for each kind of interview, such as a phone screen or a technical interview.")}</p>
              </Empty>
            )
            : (
              <ul className="list">
                {templates.map(({ id, is_archived, name, questions, sections, use }) => (
                  <li key={id}>
                    <Link to="/scorecard-templates/$id" params={{ id }} className="list-link">
                      <span className="list-main">
                        <strong>{name}</strong>
                        <span className="hint">
                          {t(
                            "{attributes, plural, one {# attribute} other {# attributes}}, {questions, plural, one {# question} other {# questions}}",
                            {
                              attributes: sections.reduce((sum, { attributes }) => sum + attributes.length, 0),
                              questions: questions.length
                            }
                          )}
                        </span>
                        {usedBy(use) === ""
                          ? null
                          : <span className="hint">{t("Used by {uses}", { uses: usedBy(use) })}</span>}
                      </span>
                      <span className="list-side">{is_archived ? <Badge>{t("Archived")}</Badge> : null}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
      </Show>
    </Page>
  )
}
