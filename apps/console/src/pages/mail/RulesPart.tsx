/** The organization's rules for automatic emails as sentences; administrators add, change and delete them. */
import type { MailRule } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useDeleted, useDeletion } from "../../api/useDeletion.ts"
import { t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Badge, Empty, Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { sentenceOf, useMailRules, useRuleChoices } from "./mailRules.ts"
import { RuleDialog } from "./RuleDialog.tsx"

export const RulesPart = () => {
  const rules = useMailRules()
  const choices = useRuleChoices()
  const deleted = useDeleted()
  const deletion = useDeletion()
  const [open, setOpen] = useState<"add" | MailRule>()
  const remove = ({ id, name }: MailRule) =>
    deletion({ id, what: `“${name}”`, send: () => candor.mailRules.delete(id), onDeleted: rules.reload })
  return (
    <Part
      title={t("Automatic emails")}
      side={
        <Button onClick={() => setOpen("add")}>
          <Icon name="plus" />
          {t("New automatic email")}
        </Button>
      }
    >
      <Show of={rules}>
        {(all) => {
          const shown = all.filter(({ id }) => !deleted.has(id))
          return shown.length === 0
            ? (
              <Empty title={t("No automatic emails yet")}>
                <p>
                  {t(
                    "Confirm applications, invite applicants who reach a stage, or tell them of a rejection, without writing each email."
                  )}
                </p>
              </Empty>
            )
            : (
              <ul className="entries reasons">
                {shown.map((rule) => (
                  <li key={rule.id} className="file">
                    <span className="list-main">
                      <span>{rule.name} {rule.is_on ? null : <Badge>{t("Off")}</Badge>}</span>
                      <span className="hint">{sentenceOf(rule, choices)}</span>
                    </span>
                    <span className="buttons">
                      <Button
                        look="quiet"
                        aria-label={t("Edit {name}", { name: rule.name })}
                        onClick={() => setOpen(rule)}
                      >
                        {t("Edit")}
                      </Button>
                      <Button
                        look="quiet"
                        aria-label={t("Delete {name}", { name: rule.name })}
                        onClick={() => remove(rule)}
                      >
                        {t("Delete")}
                      </Button>
                    </span>
                  </li>
                ))}
              </ul>
            )
        }}
      </Show>
      {open === undefined ? null : (
        <RuleDialog
          {...(open === "add" ? {} : { rule: open })}
          choices={choices}
          onClose={() => setOpen(undefined)}
          onSaved={() => {
            rules.reload()
            setOpen(undefined)
          }}
        />
      )}
    </Part>
  )
}
