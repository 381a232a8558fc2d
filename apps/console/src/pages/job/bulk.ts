/** Bulk changes of applications, and their undo. */
import type { BulkChange, Rejection } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { reloadChanged } from "../../api/store.ts"
import { textOf } from "../../api/failureTexts.ts"
import { t } from "../../language/text.tsx"
import { wishCards } from "./keptBoards.ts"
import type { Card, Stage } from "./loadBoard.ts"

type Change = Omit<BulkChange, "application_ids">

/** A change of all selected cards. */
export interface Bulk {
  readonly change: Change
  /** Returns the card after the change. */
  readonly after: (card: Card) => Card
  /** Returns the change that undoes this one for a card. */
  readonly back: (card: Card) => Change
  /** Returns the text for the number of changed cards. */
  readonly said: (count: number) => string
  /** A text about the part that cannot be undone. */
  readonly stays?: string
}

export const moveTo = ({ id: stage_id, name, type }: Stage): Bulk => ({
  change: { move: { stage_id } },
  after: (card) => ({ ...card, stage_id, status: type === "hired" ? "hired" : "active" }),
  back: (card) =>
    type === "hired"
      ? { reopen: { from_status: "hired" } }
      : { move: { stage_id: card.stage_id, from_stage_id: stage_id } },
  said: (count) =>
    type === "hired"
      ? t("{count, plural, one {# applicant was} other {# applicants were}} hired.", { count })
      : t("{count, plural, one {# applicant} other {# applicants}} moved to {stage}.", { count, stage: name })
})

export const rejectWith = (rejection: Rejection): Bulk => ({
  change: { reject: rejection },
  after: (card) => ({ ...card, status: "rejected", rejection_reason: rejection.reason }),
  back: () => ({ reopen: { from_status: "rejected" } }),
  said: (count) => t("{count, plural, one {# applicant was} other {# applicants were}} rejected.", { count }),
  ...(rejection.note === undefined ? {} : { stays: t("The notes on the rejections are kept.") })
})

export const tagWith = (tags: ReadonlyArray<string>): Bulk => ({
  change: { add_tags: tags },
  after: (card) => ({ ...card, tags: [...new Set([...card.tags, ...tags])].toSorted() }),
  back: (card) => ({ remove_tags: tags.filter((tag) => !card.tags.includes(tag)) }),
  said: (count) =>
    t("{count, plural, one {# applicant was} other {# applicants were}} tagged {tags}.", {
      count,
      tags: tags.join(", ")
    })
})

interface Failed {
  readonly card: Card
  readonly why: string
}

interface Outcome {
  readonly done: ReadonlyArray<Card>
  readonly failed: ReadonlyArray<Failed>
  /** The new change times of the changed cards, by id. */
  readonly times: ReadonlyMap<string, string>
}

/** The maximum number of applications in a request. */
const maxApplications = 500

const idsOf = (cards: ReadonlyArray<Card>): ReadonlySet<string> => new Set(cards.map(({ id }) => id))

const send = async (cards: ReadonlyArray<Card>, change: Change): Promise<Outcome> => {
  const reasons = new Map<string, string>()
  const times = new Map<string, string>()
  for (let first = 0; first < cards.length; first += maxApplications) {
    const application_ids = cards.slice(first, first + maxApplications).map(({ id }) => id)
    const { results } = await candor.applications.changeMany({ application_ids, ...change })
    for (const { application_id, error, updated_at } of results) {
      if (application_id !== null && updated_at !== null) times.set(application_id, updated_at)
      if (application_id !== null && error !== null)
        reasons.set(
          application_id,
          error.code === "not_found" ? t("This no longer exists.") : textOf(error.details) ?? error.message
        )
    }
  }
  // One of the applications may be open beside the board.
  void reloadChanged(["application"])
  return {
    times,
    done: cards.filter(({ id }) => !reasons.has(id)),
    failed: cards.flatMap((card) => reasons.has(card.id) ? [{ card, why: reasons.get(card.id)! }] : [])
  }
}

/**
 * Changes cards of a job by `after` before the server answers. Cards that the server refuses get the server's state.
 */
const sendShown = async (
  job: string,
  cards: ReadonlyArray<Card>,
  change: Change,
  after: (card: Card) => Card
): Promise<Outcome> => {
  const end = wishCards(job, idsOf(cards), after)
  try {
    const outcome = await send(cards, change)
    end(idsOf(outcome.failed.map(({ card }) => card)), outcome.times)
    // A refused card has most likely been changed by somebody else.
    if (outcome.failed.length > 0) void reloadChanged(["board", job])
    return outcome
  } catch (error) {
    end(idsOf(cards))
    // Some cards may have changed: the answer was lost, or an earlier request succeeded.
    void reloadChanged(["board", job])
    throw error
  }
}

/** Changes cards of a job. */
export const changeAll = (job: string, cards: ReadonlyArray<Card>, { after, change }: Bulk): Promise<Outcome> =>
  sendShown(job, cards, change, after)

/** Lists the cards that were not changed, each with the reason. */
export const staying = (failed: ReadonlyArray<Failed>): string =>
  failed.map(({ card: { candidate }, why }) => t("{name} wasn't changed. {why}", { name: candidate.full_name, why }))
    .join(" ")

/**
 * Undoes a change of cards. Returns a sentence about the cards that could not be restored; the server's failure says
 * what somebody has changed since.
 */
export const takeAllBack = async (
  job: string,
  cards: ReadonlyArray<Card>,
  { back, stays }: Bulk
): Promise<string | void> => {
  const before = new Map(cards.map((card) => [card.id, card]))
  const groups = Map.groupBy(cards, (card) => JSON.stringify(back(card)))
  const failed: Array<Failed> = []
  for (const group of groups.values()) {
    const outcome = await sendShown(job, group, back(group[0]!), (present) => {
      const { entered_at, rejection_reason, stage_id, status, tags } = before.get(present.id)!
      return { ...present, entered_at, rejection_reason, stage_id, status, tags }
    })
    failed.push(...outcome.failed)
  }
  if (failed.length > 0) throw new Error(staying(failed))
  return stays
}
