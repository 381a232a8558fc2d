/** Edits a template beside a preview of its mail, for a made-up or a chosen application. */
import type { ApplicationListItem, MailTemplate } from "@candor/client"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { changesOf } from "../../api/changesOf.ts"
import { candor } from "../../api/Client.ts"
import { issuesOf, sentenceOf } from "../../api/issues.ts"
import { useDeletion } from "../../api/useDeletion.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { Rich, t } from "../../language/text.tsx"
import { Above } from "../../parts/Above.tsx"
import { Button, Form, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { TextField } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Empty, Page, Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { useDebounced } from "../../parts/useDebounced.ts"
import { useMay } from "../../session/CurrentSession.tsx"
import { useDraft } from "../../session/useDraft.ts"
import { ChooseApplication } from "./ChooseApplication.tsx"
import { Formatted } from "./Formatted.tsx"
import { useTemplates } from "./mails.ts"
import { TemplateFields, type TemplateText } from "./TemplateFields.tsx"

const Back = () => <Above to="/mail-templates">{t("Email templates")}</Above>

export const TemplatePage = ({ id }: { readonly id: string }) => {
  const loaded = useTemplates()
  const template = loaded.value?.mail_templates.find((one) => one.id === id)
  if (id === "new") return <Editor />
  if (template !== undefined) return <Editor template={template} />
  return (
    <Page title={t("Email template")} above={<Back />}>
      <Show of={loaded}>{() => <Empty title={t("This template no longer exists.")} />}</Show>
    </Page>
  )
}

/** Returns the server's issue with a field of a template. */
const problemOf = (error: unknown, field: "subject" | "body"): string | undefined => {
  const issue = issuesOf(error).find(({ path }) => path[0] === field)
  return issue === undefined ? undefined : sentenceOf(issue)
}

interface Typed extends TemplateText {
  readonly name: string
}

const textsOf = ({ body, name, subject }: Typed): Typed => ({ name, subject, body })

const trimmed = ({ body, name, subject }: Typed): Typed => ({
  name: name.trim(),
  subject: subject.trim(),
  body: body.trim()
})

/**
 * Returns the fields that a draft changed in the template at that time: somebody else may have changed the others
 * since.
 */
const typedIn = (draft: string | undefined): Partial<Typed> => {
  if (draft === undefined) return {}
  const { opened, ...typed }: Typed & { readonly opened?: Typed } = JSON.parse(draft)
  return changesOf(typed, opened ?? {})
}

const empty: Typed = { name: "", subject: "", body: "" }

const Editor = ({ template }: { readonly template?: MailTemplate }) => {
  const key = template?.id ?? "new"
  const draft = useDraft(`mail-template:${key}`)
  const [opened] = useState(() => textsOf(template ?? empty))
  const [text, setText] = useState<Typed>(() => ({ ...opened, ...typedIn(draft.text) }))
  const mayWrite = useMay("write")
  const tell = useNotice()
  const navigate = useNavigate()
  const deletion = useDeletion()
  const templates = useTemplates()
  const change = (changes: Partial<Typed>) => {
    const after = { ...textsOf(text), ...changes }
    setText(after)
    draft.keep(Object.keys(changesOf(after, opened)).length === 0 ? "" : JSON.stringify({ ...after, opened }))
  }
  const [application, setApplication] = useState<ApplicationListItem>()
  const preview = usePreview(text, application?.id)
  const save = useAction(async (_: FormData) => {
    const fields = trimmed(text)
    await (template === undefined
      ? candor.mailTemplates.create(fields)
      : candor.mailTemplates.update(template.id, changesOf(fields, trimmed(opened))))
    draft.forget()
    templates.reload()
    tell(t("Template saved"))
    await navigate({ to: "/mail-templates", ignoreBlocker: true })
  })
  const remove = () => {
    if (template === undefined) return
    const { id, name } = template
    deletion({ id, what: `“${name}”`, send: () => candor.mailTemplates.delete(id), onDeleted: templates.reload })
    void navigate({ to: "/mail-templates" })
  }
  return (
    <Page
      wide
      title={template?.name ?? t("New template")}
      above={<Back />}
      actions={mayWrite && template !== undefined ? <Button onClick={remove}>{t("Delete")}</Button> : undefined}
    >
      <div className="template-columns">
        {mayWrite
          ? (
            <Form action={save} submit={t("Save")}>
              <TextField
                label={t("Name")}
                required
                value={text.name}
                onChange={({ target }) => change({ name: target.value })}
                help={t("Only your team sees this name.")}
              />
              <TemplateFields
                text={text}
                onChange={change}
                problems={{ subject: problemOf(preview.error, "subject"), body: problemOf(preview.error, "body") }}
              />
            </Form>
          )
          : null}
        <Preview of={preview} application={application} onChoose={setApplication} />
      </div>
    </Page>
  )
}

/** The preview of a template's mail. The last valid one stays while the template is invalid. */
const usePreview = ({ body, subject }: TemplateText, application: string | undefined) => {
  const [wantedSubject, wantedBody] = [useDebounced(subject.trim()), useDebounced(body.trim())]
  const [latest, setLatest] = useState<{ readonly subject: string; readonly html: string }>()
  const { error } = useLoaded(["preview", "template", application ?? "", wantedSubject, wantedBody], async (signal) => {
    if (wantedSubject === "" || wantedBody === "") return null
    const { mail } = await candor.mailTemplates.preview({
      subject: wantedSubject,
      body: wantedBody,
      ...(application === undefined ? {} : { application_id: application })
    }, { signal })
    setLatest(mail)
    return mail
  })
  return { error, mail: latest }
}

interface PreviewProps {
  readonly of: ReturnType<typeof usePreview>
  readonly application: ApplicationListItem | undefined
  readonly onChoose: (application: ApplicationListItem | undefined) => void
}

const Preview = ({ application, of: { mail }, onChoose }: PreviewProps) => {
  const [isChoosing, setChoosing] = useState(false)
  return (
    <Part
      title={t("Preview")}
      side={
        <Button
          look="quiet"
          onClick={() => application === undefined ? setChoosing(true) : onChoose(undefined)}
        >
          {application === undefined ? t("Use a real application…") : t("Use a sample candidate")}
        </Button>
      }
    >
      <p className="hint">
        {application === undefined
          ? t("Preview with a sample candidate.")
          : (
            <Rich
              text="Preview for {name}, who applied for {job}."
              values={{ name: application.candidate.full_name, job: application.job.title }}
            />
          )}
      </p>
      {mail === undefined ? <p className="hint">{t("No text yet.")}</p> : (
        <div className="mail-preview">
          <p className="mail-subject">{mail.subject}</p>
          <Formatted html={mail.html} title={t("Preview of the email")} />
        </div>
      )}
      {isChoosing
        ? (
          <Dialog title={t("Choose an application")} onClose={() => setChoosing(false)}>
            <ChooseApplication
              suggested={[]}
              pending={false}
              onChoose={(chosen) => {
                setChoosing(false)
                onChoose(chosen)
              }}
            />
          </Dialog>
        )
        : null}
    </Part>
  )
}
