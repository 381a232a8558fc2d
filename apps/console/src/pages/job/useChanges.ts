/** The changes of a board's cards: moving one, or changing all selected ones, each with an undo. */
import { NotFound } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { messageOfChange } from "../../api/failures.ts"
import { t } from "../../language/text.tsx"
import { type Offer, useNotice } from "../../parts/Notice.tsx"
import { explained, takeBack } from "../application/changes.ts"
import { keepApplication } from "../application/keepApplication.ts"
import { offerPlan } from "../plan/NextInterviews.tsx"
import { type Bulk, changeAll, staying, takeAllBack } from "./bulk.ts"
import { removeCard, wishCards } from "./keptBoards.ts"
import type { Card, Job, Stage } from "./loadBoard.ts"

/** `open` shows an application. */
export const useChanges = (job: Job, open: (id: string) => void) => {
  const [problem, setProblem] = useState<string>()
  const tell = useNotice()

  const move = async (card: Card, stage: Stage) => {
    setProblem(undefined)
    const ids = new Set([card.id])
    const end = wishCards(job.id, ids, (present) => ({ ...present, stage_id: stage.id }))
    const name = card.candidate.full_name
    try {
      const { application } = await candor.applications.move(card.id, { stage_id: stage.id })
      end(new Set(), new Map([[application.id, application.updated_at]]))
      keepApplication(application)
      const said = application.status === "hired"
        ? t("{name} moved to {stage} and is now hired.", { name, stage: stage.name })
        : t("{name} moved to {stage}.", { name, stage: stage.name })
      const offer: Offer = { about: card.id, undo: async () => keepApplication(await takeBack(card, application)) }
      tell(said, offer)
      void offerPlan(application, said, (text, more) => tell(text, { ...offer, more }), () => open(card.id))
    } catch (error) {
      end(ids)
      setProblem(t("{name} wasn't changed. {why}", { name, why: await explained(card.id, error) }))
      const present = await candor.applications.get(card.id).catch(() => undefined)
      if (present !== undefined) keepApplication(present.application)
      else if (error instanceof NotFound) removeCard(card.id)
    }
  }

  /** Changes the selected cards; `onDone` gets those that were not changed. */
  const changeSelected = async (
    cards: ReadonlyArray<Card>,
    bulk: Bulk,
    onDone: (failed: ReadonlyArray<Card>) => void
  ) => {
    setProblem(undefined)
    try {
      const { done, failed } = await changeAll(job.id, cards, bulk)
      if (failed.length > 0) setProblem(staying(failed))
      onDone(failed.map(({ card }) => card))
      if (done.length > 0) {
        tell(bulk.said(done.length), { undo: () => takeAllBack(job.id, done, bulk) })
      }
    } catch (error) {
      setProblem(`${t("Nothing was changed.")} ${messageOfChange(error)}`)
    }
  }

  return { problem, move, changeSelected }
}
