/**
 * Turns a description in words into a filter, by the operator's model. The filter is shown and can be changed before a
 * list uses it.
 */
import type { ApplicationsFilter } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useJobChoices } from "../../api/choices.ts"
import { reloadChanged } from "../../api/store.ts"
import { locale } from "../../language/language.ts"
import { t } from "../../language/text.tsx"
import { Button, Form, textOf, useAction } from "../../parts/Action.tsx"
import { Choice } from "../../parts/Choice.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { TextArea } from "../../parts/Fields.tsx"
import { oneOf } from "../../router/search.ts"
import { useMay } from "../../session/CurrentSession.tsx"
import { ownZone } from "../interview/interviews.ts"
import { useModelUsage } from "../criteria/criteria.ts"
import { statusesOfApplications } from "../views.ts"
import { AppliedBetween, SourceChoice, StageChoice } from "./FilterChoices.tsx"

interface Props {
  /** Applies a filter to the list. */
  readonly onUse: (filter: ApplicationsFilter) => void
}

/** The button; shown if the operator has configured a model, to members who may spend its tokens. */
export const FilterInWords = (props: Props) => useMay("write") ? <WordsButton {...props} /> : null

const WordsButton = ({ onUse }: Props) => {
  const { value: usage } = useModelUsage()
  const [isOpen, setOpen] = useState(false)
  if (usage?.is_on !== true) return null
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>{t("Filter in words")}</Button>
      {isOpen
        ? (
          <WordsDialog
            onUse={(filter) => {
              setOpen(false)
              onUse(filter)
            }}
            onClose={() => setOpen(false)}
          />
        )
        : null}
    </>
  )
}

const WordsDialog = ({ onClose, onUse }: Props & { readonly onClose: () => void }) => {
  const { value: usage } = useModelUsage()
  const [proposed, setProposed] = useState<ApplicationsFilter>()
  const [unknown, setUnknown] = useState<ReadonlyArray<string>>([])
  const action = useAction(async (form: FormData) => {
    setProposed(undefined)
    setUnknown([])
    try {
      const { filter_from_words } = await candor.criteria.filterFromWords({
        words: textOf(form, "words"),
        time_zone: ownZone()
      })
      setProposed(filter_from_words.filter)
      setUnknown(filter_from_words.not_understood)
    } finally {
      void reloadChanged(["model_usage"])
    }
  })
  const number = (tokens = 0) => tokens.toLocaleString(locale())
  return (
    <Dialog title={t("Filter in words")} onClose={onClose}>
      <Form action={action} submit={t("Suggest a filter")} look={proposed === undefined ? "primary" : "plain"}>
        <TextArea
          label={t("Applications to show")}
          name="words"
          rows={2}
          required
          maxLength={500}
          hint={t("For example: referrals for the engineer job that are still active")}
        />
        <p className="hint">
          {t(
            "Your words and the names of open jobs and stages are sent to {provider}, and nothing about applicants. {used} of {limit} tokens used today.",
            {
              provider: usage?.provider ?? "",
              used: number(usage?.used_tokens),
              limit: number(usage?.daily_tokens)
            }
          )}
        </p>
      </Form>
      <div role="status">
        {proposed === undefined ? null : (
          <p>
            {Object.keys(proposed).length === 0
              ? t("No filter found in these words. Describe a job, stage, status, source or time.")
              : t("Check the filter, then use it.")}
          </p>
        )}
        {unknown.length === 0
          ? null
          : <p className="hint">{t("Not part of the filter: {parts}", { parts: unknown.join(", ") })}</p>}
      </div>
      {proposed === undefined || Object.keys(proposed).length === 0
        ? null
        : <Proposal key={JSON.stringify(proposed)} of={proposed} onUse={onUse} />}
    </Dialog>
  )
}

/** The proposed filter: each part can be changed or removed. */
const Proposal = ({ of, onUse }: Props & { readonly of: ApplicationsFilter }) => {
  const [filter, setFilter] = useState(of)
  const jobs = useJobChoices(of.job_id)
  const change = (changes: { readonly [Name in keyof ApplicationsFilter]?: string | undefined }) =>
    setFilter(Object.fromEntries(
      Object.entries({ ...filter, ...changes }).filter(([, value]) => value !== undefined && value !== "")
    ))
  return (
    <>
      <div className="board-filters" role="group" aria-label={t("Suggested filter")}>
        {of.job_id === undefined ? null : (
          <Choice
            label={t("Job")}
            any={t("Any job")}
            options={jobs}
            value={filter.job_id}
            onChange={(job_id) => change({ job_id, stage_id: undefined })}
          />
        )}
        {of.stage_id === undefined || filter.job_id === undefined ?
          null :
          <StageChoice job={filter.job_id} value={filter.stage_id} onChange={(stage_id) => change({ stage_id })} />}
        {of.status === undefined ? null : (
          <Choice
            label={t("Status")}
            any={t("Any status")}
            options={statusesOfApplications.map(([value, name]) => [value, t(name)] as const)}
            value={filter.status}
            onChange={(status) => change({ status: oneOf(statusesOfApplications, status) })}
          />
        )}
        {of.source_type === undefined ? null : (
          <SourceChoice
            job={filter.job_id}
            value={filter.source_type}
            onChange={(source_type) => change({ source_type })}
          />
        )}
        {of.created_after === undefined && of.created_before === undefined ?
          null :
          <AppliedBetween {...filter} onChange={change} />}
      </div>
      <div className="buttons">
        <Button look="primary" onClick={() => onUse(filter)}>{t("Use this filter")}</Button>
      </div>
    </>
  )
}
