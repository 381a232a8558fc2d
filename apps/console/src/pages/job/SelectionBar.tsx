/** The actions on the selected cards of a board. */
import type { Rejection } from "@candor/client"
import { useState } from "react"
import { flushSync } from "react-dom"
import { Rich, t } from "../../language/text.tsx"
import { Button, Form, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { tagsIn, TagsField } from "../../parts/TagsField.tsx"
import { usePageKey } from "../../parts/usePageKey.ts"
import { RejectDialog } from "../application/RejectDialog.tsx"
import { type Bulk, moveTo, rejectWith, tagWith } from "./bulk.ts"
import type { Card, Stage } from "./loadBoard.ts"
import { StageChoices } from "./StageChoices.tsx"

interface Props {
  readonly cards: ReadonlyArray<Card>
  readonly stages: ReadonlyArray<Stage>
  readonly onChange: (bulk: Bulk) => Promise<unknown>
  readonly onClear: () => void
}

export const SelectionBar = ({ cards, onChange, onClear, stages }: Props) => {
  const [open, setOpen] = useState<"move" | "reject" | "tag" | Stage>()
  const close = () => setOpen(undefined)
  const isActive = cards.every(({ status }) => status === "active")
  usePageKey("m", isActive ? () => setOpen("move") : undefined, true)
  usePageKey("r", isActive ? () => setOpen("reject") : undefined, true)
  const choose = (stage: Stage) => {
    if (stage.type === "hired") return setOpen(stage)
    close()
    void onChange(moveTo(stage))
  }
  const hire = useAction(async (_: FormData) => {
    if (typeof open !== "object") return
    close()
    await onChange(moveTo(open))
  })
  return (
    <div className="selection" role="group" aria-label={t("Selected applicants")}>
      <strong role="status">{t("{count} selected", { count: cards.length })}</strong>
      {isActive
        ? <Button aria-keyshortcuts="m" title={t("Move (M)")} onClick={() => setOpen("move")}>{t("Move")}</Button>
        : null}
      {isActive
        ? <Button aria-keyshortcuts="r" title={t("Reject (R)")} onClick={() => setOpen("reject")}>{t("Reject")}</Button>
        : null}
      <Button onClick={() => setOpen("tag")}>{t("Tag")}</Button>
      <Button look="quiet" onClick={onClear}>{t("Clear selection")}</Button>
      {open === "move"
        ? (
          <Dialog
            title={t("Move {count, plural, one {# applicant} other {# applicants}} to", { count: cards.length })}
            onClose={close}
          >
            <StageChoices stages={stages} onChoose={choose} />
          </Dialog>
        )
        : null}
      {open === "reject" ? <RejectAll cards={cards} onChange={onChange} onClose={close} /> : null}
      {open === "tag" ? <TagAll count={cards.length} onChange={onChange} onClose={close} /> : null}
      {typeof open === "object"
        ? (
          <Dialog
            title={t("Hire {count, plural, one {# applicant} other {# applicants}}?", { count: cards.length })}
            onClose={close}
          >
            <Form action={hire} submit={t("Hire")}>
              <p>
                <Rich
                  text="This closes their applications and moves them to {stage}."
                  values={{ stage: <strong>{open.name}</strong> }}
                />
              </p>
            </Form>
          </Dialog>
        )
        : null}
    </div>
  )
}

type DialogProps = Pick<Props, "onChange"> & { readonly count: number; readonly onClose: () => void }

const RejectAll = ({ cards, onChange, onClose }: Omit<DialogProps, "count"> & Pick<Props, "cards">) => {
  const invited = cards.filter(({ next_interview_at }) => next_interview_at !== null).length
  const [first, ...others] = cards.map(({ candidate, id }) => ({ id, name: candidate.full_name }))
  const reject = async (rejection: Rejection) => {
    // A dialog with a changed form would keep the next one from opening.
    flushSync(onClose)
    await onChange(rejectWith(rejection))
  }
  return first === undefined
    ? null
    : (
      <RejectDialog
        of={[first, ...others]}
        notice={invited === 0 ? null : (
          <p className="hint warning">
            {t(
              "{n, plural, one {# of them has} other {# of them have}} interviews to come, which this doesn't cancel. Cancel them on the applications.",
              { n: invited }
            )}
          </p>
        )}
        title={t("Reject {count, plural, one {# applicant} other {# applicants}}", { count: cards.length })}
        onReject={reject}
        onClose={onClose}
      />
    )
}

const TagAll = ({ count, onChange, onClose }: DialogProps) => {
  const action = useAction(async (form: FormData) => {
    const tags = await tagsIn(form)
    onClose()
    await onChange(tagWith(tags))
  })
  return (
    <Dialog title={t("Tag {count, plural, one {# applicant} other {# applicants}}", { count })} onClose={onClose}>
      <Form action={action} submit={t("Tag")}>
        <TagsField required />
      </Form>
    </Dialog>
  )
}
