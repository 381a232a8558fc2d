/** Edits or copies a scorecard template. */
import type { ScorecardTemplate } from "@candor/client"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useDeletion } from "../../api/useDeletion.ts"
import { useOpened } from "../../api/useOpened.ts"
import { quoted, t } from "../../language/text.tsx"
import { Above } from "../../parts/Above.tsx"
import { Button, Form, useAction } from "../../parts/Action.tsx"
import { Switch, TextField } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Page, Show } from "../../parts/Page.tsx"
import { Unsaved } from "../../parts/Unsaved.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { SortedRows } from "./SortedRows.tsx"
import {
  type AttributeRow,
  blank,
  draftOf,
  type Edited,
  newAttribute,
  newQuestion,
  newSection,
  rowsOf,
  type SectionRow,
  usedBy,
  useScorecardTemplates
} from "./templates.ts"

const Back = () => <Above to="/scorecard-templates">{t("Scorecard templates")}</Above>

export const ScorecardTemplatePage = ({ id }: { readonly id: string }) => {
  const { copy } = useSearch({ from: "/scorecard-templates/$id" })
  if (id !== "new") return <Existing id={id} isCopy={false} />
  return copy === undefined ? <Editor /> : <Existing key={copy} id={copy} isCopy />
}

const Existing = ({ id, isCopy }: { readonly id: string; readonly isCopy: boolean }) => {
  const opened = useOpened(
    ["scorecard_template", "opened", id],
    (signal) => candor.scorecardTemplates.get(id, { signal }),
    (body) => body.scorecard_template
  )
  if (opened.value === undefined)
    return (
      <Page title={t("Scorecard template")} above={<Back />}>
        <Show of={opened}>{() => null}</Show>
      </Page>
    )
  return <Editor template={opened.value.value} etag={opened.value.etag} isCopy={isCopy} />
}

interface Props {
  readonly template?: ScorecardTemplate
  readonly etag?: string | undefined
  readonly isCopy?: boolean
}

const Editor = ({ etag, isCopy = false, template }: Props) => {
  const [edited, setEdited] = useState<Edited>(() => {
    if (template === undefined) return blank()
    const rows = rowsOf(template)
    return isCopy ? { ...rows, name: t("Copy of {name}", { name: rows.name }), is_archived: false } : rows
  })
  const [isEdited, setIsEdited] = useState(false)
  const mayWrite = useMay("write")
  const navigate = useNavigate()
  const tell = useNotice()
  const templates = useScorecardTemplates()
  const deletion = useDeletion()
  const change = (changes: Partial<Edited>) => {
    setIsEdited(true)
    setEdited({ ...edited, ...changes })
  }
  const isNew = template === undefined || isCopy
  const uses = isNew ? "" : usedBy(templates.value?.find(({ id }) => id === template.id)?.use)
  const save = useAction(async (_: FormData) => {
    await (isNew
      ? candor.scorecardTemplates.create(draftOf(edited, isCopy))
      : candor.scorecardTemplates.update(template.id, draftOf(edited, false), { ifMatch: etag }))
    templates.reload()
    tell(t("Template saved"))
    await navigate({ to: "/scorecard-templates", ignoreBlocker: true })
  })
  const remove = () => {
    if (template === undefined) return
    const { id, name } = template
    deletion({ id, what: quoted(name), send: () => candor.scorecardTemplates.delete(id), onDeleted: templates.reload })
    void navigate({ to: "/scorecard-templates", ignoreBlocker: true })
  }
  return (
    <Page
      title={isNew ? t("New template") : template.name}
      above={<Back />}
      actions={mayWrite && !isNew
        ? (
          <div className="row">
            <Link
              to="/scorecard-templates/$id"
              params={{ id: "new" }}
              search={{ copy: template.id }}
              className="button"
            >
              {t("Copy")}
            </Link>
            {uses === "" ? <Button onClick={remove}>{t("Delete")}</Button> : null}
          </div>
        )
        : undefined}
    >
      {isNew ? null : <p className="hint">{t("Scorecards that were begun keep what they ask for.")}</p>}
      {uses === ""
        ? null
        : (
          <p className="hint">
            {t("Used by {uses}", { uses })}. {t("A template in use can't be deleted, but archived.")}
          </p>
        )}
      <Form action={save} submit={t("Save")}>
        <TextField
          label={t("Name")}
          required
          maxLength={200}
          value={edited.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <SortedRows
          legend={t("Sections")}
          add={t("Add section")}
          rows={edited.sections}
          nameOf={({ name }, at) => name || t("section {number}", { number: at + 1 })}
          make={newSection}
          onChange={(sections) => change({ sections })}
        >
          {(section, at, replace) => <Section section={section} number={at + 1} onChange={replace} />}
        </SortedRows>
        <SortedRows
          legend={t("Questions")}
          add={t("Add question")}
          rows={edited.questions}
          nameOf={({ text }, at) => text || t("question {number}", { number: at + 1 })}
          make={newQuestion}
          onChange={(questions) => change({ questions })}
        >
          {({ key, text }, at, replace) => (
            <input
              id={`name-${key}`}
              className="input"
              aria-label={t("Question {number}", { number: at + 1 })}
              required
              maxLength={1000}
              autoComplete="off"
              value={text}
              onChange={({ target }) => replace({ text: target.value })}
            />
          )}
        </SortedRows>
        {isNew
          ? null
          : (
            <Switch
              label={t("Archived")}
              hint={t("Archived templates aren't offered for new interviews.")}
              checked={edited.is_archived}
              onChange={({ target }) => change({ is_archived: target.checked })}
            />
          )}
      </Form>
      <Unsaved isEdited={isEdited && !save.pending} />
    </Page>
  )
}

interface SectionProps {
  readonly section: SectionRow
  readonly number: number
  readonly onChange: (changes: Partial<SectionRow>) => void
}

const Section = ({ number, onChange, section: { attributes, key, name } }: SectionProps) => (
  <>
    <input
      id={`name-${key}`}
      className="input"
      aria-label={t("Name of section {number}", { number })}
      placeholder={t("Section")}
      required
      maxLength={200}
      autoComplete="off"
      value={name}
      onChange={({ target }) => onChange({ name: target.value })}
    />
    <SortedRows<AttributeRow>
      legend={t("Attributes of {name}", { name: name || t("section {number}", { number }) })}
      add={t("Add attribute")}
      rows={attributes}
      nameOf={({ name }, at) => name || t("attribute {number}", { number: at + 1 })}
      make={newAttribute}
      onChange={(attributes) => onChange({ attributes })}
    >
      {({ description, key, name }, at, replace) => (
        <>
          <input
            id={`name-${key}`}
            className="input"
            aria-label={t("Attribute {number}", { number: at + 1 })}
            placeholder={t("Attribute")}
            required
            maxLength={200}
            autoComplete="off"
            value={name}
            onChange={({ target }) => replace({ name: target.value })}
          />
          <input
            className="input"
            aria-label={t("What to look for in {name}", { name: name || t("attribute {number}", { number: at + 1 }) })}
            placeholder={t("What to look for (optional)")}
            maxLength={1000}
            autoComplete="off"
            value={description}
            onChange={({ target }) => replace({ description: target.value })}
          />
        </>
      )}
    </SortedRows>
  </>
)
