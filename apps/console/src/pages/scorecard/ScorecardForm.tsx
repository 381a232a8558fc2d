/**
 * Fills in a scorecard. A draft is saved automatically, and visible to nobody else until it is submitted; a submitted
 * one is saved by its button.
 */
import { type OwnScorecard, PreconditionFailed, responseOf } from "@candor/client"
import { type FormEvent, type ReactNode, useRef, useState } from "react"
import { candor } from "../../api/Client.ts"
import type { Opened } from "../../api/useOpened.ts"
import { type Marked, msg, t } from "../../language/text.tsx"
import { Button, Form, Problem, useAction } from "../../parts/Action.tsx"
import { TextArea } from "../../parts/Fields.tsx"
import { Badge } from "../../parts/Page.tsx"
import { ratings } from "../../parts/ratings.ts"
import { Unsaved } from "../../parts/Unsaved.tsx"
import { type Evaluation, evaluationOf, fieldOf, recommendations } from "./evaluation.ts"
import { type Autosave, type Saving, useAutosave } from "./useAutosave.ts"

interface Props {
  readonly interview: string
  readonly opened: Opened<OwnScorecard>
  /** The attributes that the interview focuses on. */
  readonly focus: ReadonlySet<string>
  readonly onSubmitted: () => void
  /** Cancels the change of a submitted scorecard. */
  readonly onCancel: () => void
}

export const ScorecardForm = ({ interview, opened, ...rest }: Props) => {
  const scorecard = opened.value
  const save = useSaving(opened)
  const [isEdited, setIsEdited] = useState(false)
  const isDraft = scorecard.status === "requested" || scorecard.status === "draft"
  const autosave = useAutosave((evaluation: Evaluation) =>
    save(interview, (ifMatch) => candor.scorecards.draft(interview, evaluation, { ifMatch }))
  )
  const send = useAction(async (form: FormData) => {
    const evaluation = evaluationOf(form, scorecard)
    if (isDraft) {
      autosave.change(evaluation)
      if (!await autosave.flush()) return
      await candor.scorecards.submit(interview)
    } else await save(interview, (ifMatch) => candor.scorecards.revise(interview, evaluation, { ifMatch }))
    rest.onSubmitted()
  })
  const keep = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    autosave.change(evaluationOf(new FormData(currentTarget), scorecard))
  return (
    <>
      <Form
        className="scorecard"
        action={send}
        submit={isDraft ? t("Submit scorecard") : t("Save changes")}
        {...(isDraft
          ? { onInput: keep, status: <SaveStatus of={autosave} /> }
          : { onInput: () => setIsEdited(true), onCancel: rest.onCancel })}
      >
        <fieldset className="scorecard" disabled={send.pending}>
          <Evaluated scorecard={scorecard} focus={rest.focus} />
        </fieldset>
      </Form>
      {isDraft
        ? <Unsaved isEdited={autosave.state !== undefined && autosave.state !== "saved"} save={autosave.flush} />
        : <Unsaved isEdited={isEdited && !send.pending} />}
    </>
  )
}

type Saved = Omit<OwnScorecard, "created_at" | "id" | "updated_at">

/** Returns the content of a scorecard that a save would overwrite, with its sections. */
const standing = ({ answers, overall, questions, ratings, sections, status, summary }: Saved): string =>
  JSON.stringify([answers, overall, questions, ratings, sections, status, summary])

type Send = (ifMatch: string | undefined) => Promise<{ readonly scorecard: Saved }>

/**
 * Returns a function that saves over the last save. The entity tag also covers the interview: if only that has changed,
 * the save is repeated with the new tag.
 */
const useSaving = ({ etag, value }: Opened<OwnScorecard>) => {
  const last = useRef({ etag, standing: standing(value) })
  return async (interview: string, send: Send): Promise<void> => {
    const again = async (failure: unknown) => {
      if (!(failure instanceof PreconditionFailed)) throw failure
      const present = await candor.scorecards.own(interview)
      if (standing(present.scorecard) !== last.current.standing) throw failure
      return send(responseOf(present).etag)
    }
    const saved = await send(last.current.etag).catch(again)
    last.current = { etag: responseOf(saved).etag, standing: standing(saved.scorecard) }
  }
}

const saved: Readonly<Record<Saving, Marked>> = {
  unsaved: msg("Not saved yet"),
  saving: msg("Saving…"),
  saved: msg("Saved")
}

const SaveStatus = (
  { of: { error, flush, state } }: { readonly of: Pick<Autosave<never>, "error" | "flush" | "state"> }
) => (
  <>
    <span className="hint" role="status">{state === undefined ? "" : t(saved[state])}</span>
    {error === undefined ? null : (
      <>
        <Problem text={error} />
        <Button look="quiet" onClick={() => void flush()}>{t("Try again")}</Button>
      </>
    )}
  </>
)

const Evaluated = ({ focus, scorecard }: { readonly scorecard: OwnScorecard } & Pick<Props, "focus">) => (
  <>
    {scorecard.sections.map(({ attributes, name }, at) => (
      <section key={at} className="scorecard-section" aria-label={name}>
        <h3>{name}</h3>
        {attributes.map((attribute) => {
          const { description, id } = attribute
          const said = scorecard.ratings.find(({ attribute_id }) =>
            attribute_id === id
          )
          return (
            <div key={id} className="scorecard-attribute">
              <Ratings
                legend={attribute.name}
                name={fieldOf.rating(id)}
                options={[...ratings, ["", msg("Not rated")]]}
                chosen={said?.rating ?? ""}
                mark={focus.has(id) ? <Badge tone="accent">{t("Your focus")}</Badge> : null}
                hint={description}
              />
              <TextArea
                label={t("Note on {name} (optional)", { name: attribute.name })}
                name={fieldOf.note(id)}
                rows={1}
                maxLength={2000}
                defaultValue={said?.note ?? ""}
              />
            </div>
          )
        })}
      </section>
    ))}
    {scorecard.questions.map(({ id, text }) => (
      <TextArea
        key={id}
        label={text}
        name={fieldOf.answer(id)}
        rows={3}
        maxLength={5000}
        defaultValue={scorecard.answers.find(({ question_id }) => question_id === id)?.answer ?? ""}
      />
    ))}
    <Ratings
      legend={t("Would you hire?")}
      name="overall"
      options={recommendations}
      chosen={scorecard.overall}
      isRequired
    />
    <TextArea
      label={t("Reasons")}
      name="summary"
      required
      rows={5}
      maxLength={10_000}
      help={t("Your draft is saved as you type. Only you see it until you submit it. Ctrl+Enter submits.")}
      defaultValue={scorecard.summary ?? ""}
    />
  </>
)

interface RatingsProps {
  readonly legend: string
  readonly name: string
  readonly options: ReadonlyArray<readonly [value: string, name: Marked]>
  readonly chosen: string | null
  readonly isRequired?: boolean
  readonly mark?: ReactNode
  readonly hint?: string | null
}

const Ratings = ({ chosen, hint = null, isRequired = false, legend, mark, name, options }: RatingsProps) => (
  <fieldset className="ratings">
    <legend>{legend} {mark}</legend>
    {hint === null ? null : <p className="hint">{hint}</p>}
    {options.map(([value, text]) => (
      <label key={value} className={`rating ${value}`}>
        <input type="radio" name={name} value={value} required={isRequired} defaultChecked={value === chosen} />
        {t(text)}
      </label>
    ))}
  </fieldset>
)
