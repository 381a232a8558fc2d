/** The careers site of the organization: its address, texts and looks, and whether it is published. */
import type { BoardPatch } from "@candor/client"
import { type FormEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react"
import { candor } from "../../api/Client.ts"
import { changesOf } from "../../api/changesOf.ts"
import { t } from "../../language/text.tsx"
import { Button, Form, Problem, textOf, useAction } from "../../parts/Action.tsx"
import { CopyLink } from "../../parts/CopyLink.tsx"
import { TextArea, TextField } from "../../parts/Fields.tsx"
import { MarkdownField } from "../../parts/MarkdownField.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Badge, Page, Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { Unsaved } from "../../parts/Unsaved.tsx"
import { type Careers, useCareers } from "./careers.ts"
import { Cover } from "./Cover.tsx"
import { Logo } from "./Logo.tsx"
import { BoardPreview } from "./BoardPreview.tsx"

/** The minimum contrast ratio of readable text (WCAG 2.2, success criterion 1.4.3). */
const readable = 4.5

/** Matches values that a color input accepts. */
const isColor = /^#[0-9a-f]{6}$/i

/** Returns whether the preview fits beside the form; the same width as in the style sheet. */
const useIsWide = (): boolean => {
  const [wide] = useState(() => matchMedia("(min-width: 1200px)"))
  const listen = (changed: () => void) => {
    wide.addEventListener("change", changed)
    return () => wide.removeEventListener("change", changed)
  }
  return useSyncExternalStore(listen, () => wide.matches)
}

export const CareersSite = () => {
  const isWide = useIsWide()
  const loaded = useCareers()
  const [changes, setChanges] = useState<BoardPatch>({})
  const isEdited = Object.keys(changes).length > 0
  /** The change time of the board that the fields show. */
  const [version, setVersion] = useState<string>()
  const replace = (changed: Careers) => loaded.replace(() => changed)
  return (
    <Page
      wide
      title={t("Careers site")}
      lead={t("Your public careers site, where candidates find your published jobs and apply.")}
    >
      <Unsaved isEdited={isEdited} />
      <Show of={loaded}>
        {(careers) => {
          const preview = <BoardPreview careers={careers} changes={changes} />
          return (
            <div className="with-preview">
              <div>
                <Openness careers={careers} onChange={replace} />
                <Logo careers={careers} onChange={loaded.reload} />
                <Cover careers={careers} onChange={loaded.reload} />
                <Texts
                  key={version}
                  careers={careers}
                  isEdited={isEdited}
                  onChange={replace}
                  onEdit={setChanges}
                  onStale={setVersion}
                >
                  {isWide ? null : preview}
                </Texts>
              </div>
              {isWide ? preview : null}
            </div>
          )
        }}
      </Show>
    </Page>
  )
}

interface Props {
  readonly careers: Careers
  readonly onChange: (careers: Careers) => void
}

const Openness = ({ careers: { is_open, privacy_notice, slug }, onChange }: Props) => {
  const tell = useNotice()
  const turn = useAction(async () => {
    onChange((await candor.boards.update({ is_open: !is_open })).board)
    tell(is_open ? t("The careers site is offline.") : t("The careers site is online."))
  })
  const path = `/careers/${slug}`
  const address = `${location.origin}${path}`
  return (
    <section className="meter-card" aria-label={t("Status")}>
      <div className="row">
        <span translate="no">{is_open ? <a href={path} target="_blank" rel="noreferrer">{address}</a> : address}</span>
        <span className="buttons">
          <Badge tone={is_open ? "good" : "neutral"}>{is_open ? t("Online") : t("Offline")}</Badge>
          {is_open ? <CopyLink address={address} /> : null}
          <Button look={is_open ? "plain" : "primary"} pending={turn.pending} onClick={() => turn.run()}>
            {is_open ? t("Take offline") : t("Publish site")}
          </Button>
        </span>
      </div>
      {privacy_notice === null
        ? <p className="hint warning">{t("Applicants read no privacy notice yet. Write one below.")}</p>
        : null}
      <Problem text={turn.error} />
    </section>
  )
}

/** Says whether the site darkens or lightens the color of links to keep them readable; undefined without a color. */
const contrastHint = ({ color_contrast }: Careers): string | undefined =>
  color_contrast === null
    ? undefined
    : color_contrast.on_white < readable
    ? t("Links are darkened on white so they stay readable.")
    : color_contrast.on_black < readable
    ? t("Links are lightened on black so they stay readable.")
    : t("Links are easy to read on white and on black.")

/** The color as a text field, which can be empty, and a color input that fills it in. */
const ColorField = ({ careers }: Pick<Props, "careers">) => {
  const field = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(careers.color ?? "")
  const hint = text === (careers.color ?? "") ? contrastHint(careers) : undefined
  /** Runs before the form reads its fields: this event arrives first. */
  const choose = ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) => {
    const input = field.current?.querySelector<HTMLInputElement>("[name=color]")
    if (input !== null && input !== undefined) input.value = value
    setText(value)
  }
  return (
    <div ref={field} className="color-field">
      <TextField
        label={t("Color")}
        name="color"
        defaultValue={text}
        placeholder="#0f5e8c"
        {...(hint === undefined ? {} : { hint })}
        onInput={({ currentTarget }) => setText(currentTarget.value.trim())}
      />
      <input
        type="color"
        aria-label={t("Pick from a palette")}
        value={isColor.test(text) ? text : "#ffffff"}
        onInput={choose}
        onChange={choose}
      />
    </div>
  )
}

/** Reads the typed texts from the fields. */
const textsIn = (form: FormData): BoardPatch => ({
  title: textOf(form, "title"),
  slug: textOf(form, "slug"),
  introduction: textOf(form, "introduction") || null,
  color: textOf(form, "color") || null,
  contact_email: textOf(form, "contact_email") || null,
  privacy_notice: textOf(form, "privacy_notice") || null,
  consent_text: textOf(form, "consent_text") || null
})

interface TextsProps extends Props {
  /** The preview of the unsaved form. */
  readonly children: ReactNode
  readonly isEdited: boolean
  readonly onEdit: (changes: BoardPatch) => void
  /** Is called with the time of another person's change that the fields do not show. */
  readonly onStale: (version: string) => void
}

const Texts = ({ careers, children, isEdited, onChange, onEdit, onStale }: TextsProps) => {
  const tell = useNotice()
  const { color, consent_text, consent_version, contact_email, introduction, privacy_notice, slug, title } = careers
  /** The values that the fields began with, or were last saved with. */
  const [shown, setShown] = useState<object>(careers)
  const action = useAction(async (form: FormData) => {
    const { board } = await candor.boards.update(changesOf(textsIn(form), shown))
    setShown({ ...textsIn(form), slug: board.slug, color: board.color })
    onChange(board)
    onEdit({})
    tell(t("Careers site saved"))
  })
  const within = useRef<HTMLDivElement>(null)
  const typed = () => textsIn(new FormData(within.current?.querySelector("form") ?? undefined))
  const edit = () => onEdit(changesOf(typed(), shown))
  useEffect(() => {
    if (!isEdited && Object.keys(changesOf(typed(), careers)).length > 0) onStale(careers.updated_at)
  }, [careers, isEdited])
  return (
    <Part title={t("Content")} onInput={edit}>
      <div ref={within}>
        <Form action={action} submit={t("Save")} className="texts">
          <TextField label={t("Site title")} name="title" required defaultValue={title} />
          <TextField
            key={slug}
            label={t("Site URL")}
            name="slug"
            required
            defaultValue={slug}
            help={t("The last part of the site's URL. Links to earlier URLs still work.")}
          />
          <MarkdownField label={t("Introduction")} name="introduction" defaultValue={introduction ?? ""} />
          <ColorField key={color} careers={careers} />
          <TextField label={t("Contact email")} name="contact_email" type="email" defaultValue={contact_email ?? ""} />
          <MarkdownField label={t("Privacy notice")} name="privacy_notice" defaultValue={privacy_notice ?? ""} />
          <TextArea
            label={t("Consent")}
            name="consent_text"
            defaultValue={consent_text ?? ""}
            help={consent_text === null
              ? t("Applicants must agree to this text. Leave it empty to ask for no consent.")
              : t(
                "Applicants must agree to this text. Each application keeps the version that was agreed to; this is version {version}.",
                { version: consent_version }
              )}
          />
          {children}
        </Form>
      </div>
    </Part>
  )
}
