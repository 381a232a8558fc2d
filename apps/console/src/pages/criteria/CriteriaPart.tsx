/**
 * The assessment of an application by the job's criteria: a verdict with the words that a model quoted, which open in
 * the file, and a person's decision. There is no score and no ranking.
 */
import type { AssessedCriterion, AssessmentResult } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useMemberNames } from "../../api/memberNames.ts"
import { partStaleTime } from "../../api/queries.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { Badge } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { questionOf } from "../application/Answer.tsx"
import { reasons, verdicts } from "./criteria.ts"
import { QuotationDialog } from "./QuotationDialog.tsx"

interface Props {
  readonly application: string
  readonly answers: ReadonlyArray<Parameters<typeof questionOf>[0] & { readonly id: string }>
}

const CriteriaPart = ({ answers, application }: Props) => {
  const mayWrite = useMay("write")
  const loaded = useLoaded(
    ["assessment", application],
    async (signal) => (await candor.criteria.ofApplication(application, { signal })).assessment,
    partStaleTime
  )
  const [quoted, setQuoted] = useState<AssessmentResult>()
  const decide = useAction(async (criterion: string, decision: AssessmentResult["decision"]) => {
    const { assessment } = await candor.criteria.decide(application, criterion, { decision })
    loaded.replace(() => assessment)
  })
  const ask = useAction(async () => {
    const { assessment } = await candor.criteria.assess(application)
    loaded.replace(() => assessment)
  })
  const assessment = loaded.value
  if (assessment === undefined || assessment.criteria.length === 0) return null
  const isAsked = assessment.is_on && assessment.is_available
  return (
    <Part
      title={t("Criteria")}
      side={isAsked && assessment.is_pending && mayWrite
        ? <Button look="quiet" pending={ask.pending} onClick={() => ask.run()}>{t("Check now")}</Button>
        : null}
    >
      <p className="hint">
        {!assessment.is_available
          ? t("No model is set up, so nothing is looked for. Check the criteria yourself.")
          : assessment.is_on
          ? t(
            "A model looked for these criteria. Its quotations are in the application; whether they fit is your decision."
          )
          : t("The model is off for this job. Check the criteria yourself.")}
        {isAsked && assessment.is_pending ? ` ${t("The application is checked within minutes.")}` : null}
      </p>
      <ul className="entries criteria">
        {assessment.criteria.map((one) => (
          <li key={one.criterion.id} className="entry-item">
            <p>
              <strong>{one.criterion.text}</strong>
            </p>
            <Result
              of={one}
              answers={answers}
              mayDecide={mayWrite}
              pending={decide.pending}
              onDecide={(decision) => decide.run(one.criterion.id, decision)}
              onOpen={setQuoted}
            />
          </li>
        ))}
      </ul>
      <Problem text={decide.error ?? ask.error} />
      {quoted === undefined
        ? null
        : <QuotationDialog application={application} result={quoted} onClose={() => setQuoted(undefined)} />}
    </Part>
  )
}

interface ResultProps extends Pick<Props, "answers"> {
  readonly of: AssessedCriterion
  readonly mayDecide: boolean
  readonly pending: boolean
  readonly onDecide: (decision: AssessmentResult["decision"]) => void
  readonly onOpen: (result: AssessmentResult) => void
}

const Result = ({ answers, mayDecide, of: { criterion, result }, onDecide, onOpen, pending }: ResultProps) => {
  const names = useMemberNames()
  if (result === null) return <p className="hint">{t("Not checked yet")}</p>
  const { answer_id, attachment_id, decided_at, decided_by, decision, quotation, reason, verdict } = result
  const answer = answers.find(({ id }) => id === answer_id)
  const question = answer === undefined ? undefined : questionOf(answer)
  const button = (to: NonNullable<AssessmentResult["decision"]>, text: string) => (
    <Button
      look="quiet"
      aria-pressed={decision === to}
      aria-label={t("{action}: {criterion}", { action: text, criterion: criterion.text })}
      pending={pending}
      onClick={() => onDecide(decision === to ? null : to)}
    >
      {text}
    </Button>
  )
  return (
    <>
      <div className="row">
        <Badge>{t(verdicts[verdict])}</Badge>
        {mayDecide && verdict !== "not_answered"
          ? (
            <span>
              {button("confirmed", t("Confirm"))} {button("overruled", t("Overrule"))}
            </span>
          )
          : null}
      </div>
      {quotation === null
        ? null
        : (
          <blockquote className="quotation">
            <p>{quotation}</p>
            {attachment_id !== null
              ? (
                <Button
                  look="quiet"
                  aria-label={t("Show in file: {quotation}", { quotation })}
                  onClick={() => onOpen(result)}
                >
                  {t("Show in file")}
                </Button>
              )
              : question === undefined
              ? null
              : <p className="hint">{t("Answer to “{question}”", { question })}</p>}
          </blockquote>
        )}
      {reason === null ? null : <p className="hint">{t(reasons[reason])}</p>}
      {decision === null || decided_at === null ? null : (
        <p className="hint">
          {decision === "confirmed"
            ? t("Confirmed by {name}", { name: names.get(decided_by ?? "") ?? "…" })
            : t("Overruled by {name}", { name: names.get(decided_by ?? "") ?? "…" })} · <Ago at={decided_at} />
        </p>
      )}
      <p className="hint">
        {t("Model: {model} at {provider}", { model: result.model, provider: result.provider })} ·{" "}
        <Ago at={result.assessed_at} />
      </p>
    </>
  )
}

export default CriteriaPart
