/** Changes of several applications at once, and what takes them back. */
import type { BulkChange, Rejection } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { reloadChanged } from "../../api/queries.ts"
import { translated } from "../../api/serverTexts.ts"
import { t } from "../../language/text.tsx"
import { cardsOf, changeCards } from "./keptBoards.ts"
import type { Card, Stage } from "./loadBoard.ts"

type Change = Omit<BulkChange, "application_ids">

/** A change of all selected cards. */
export interface Bulk {
  readonly change: Change
  /** The card as it is after the change. */
  readonly after: (card: Card) => Card
  /** What takes the change of a card back, once it was made. */
  readonly back: (card: Card) => Change
  /** What is said of so many that were changed. */
  readonly said: (count: number) => string
  /** What is said of what is not taken back. */
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
}

/** Applications of one request. */
const maxApplications = 500

const idsOf = (cards: ReadonlyArray<Card>): ReadonlySet<string> => new Set(cards.map(({ id }) => id))

const send = async (cards: ReadonlyArray<Card>, change: Change): Promise<Outcome> => {
  const reasons = new Map<string, string>()
  for (let first = 0; first < cards.length; first += maxApplications) {
    const application_ids = cards.slice(first, first + maxApplications).map(({ id }) => id)
    const { results } = await candor.applications.changeMany({ application_ids, ...change })
    for (const { application_id, error } of results) {
      if (application_id !== null && error !== null)
        reasons.set(
          application_id,
          error.code === "not_found" ? t("This no longer exists.") : translated(error.message)
        )
    }
  }
  // One of them may be open beside the board.
  void reloadChanged(["application"])
  return {
    done: cards.filter(({ id }) => !reasons.has(id)),
    failed: cards.flatMap((card) => reasons.has(card.id) ? [{ card, why: reasons.get(card.id)! }] : [])
  }
}

/** Shows the cards of a job as they were. */
const showAgain = (job: string, cards: ReadonlyArray<Card>) => {
  const before = new Map(cards.map((card) => [card.id, card]))
  changeCards(job, idsOf(cards), (present) => before.get(present.id) ?? present)
}

/** Changes cards of a job; what the server refuses stays as it is. */
export const changeAll = async (job: string, cards: ReadonlyArray<Card>, { after, change }: Bulk): Promise<Outcome> => {
  changeCards(job, idsOf(cards), after)
  try {
    const outcome = await send(cards, change)
    showAgain(job, outcome.failed.map(({ card }) => card))
    return outcome
  } catch (error) {
    showAgain(job, cards)
    throw error
  }
}

/** Who stays as they are, each with the reason. */
export const staying = (failed: ReadonlyArray<Failed>): string =>
  failed.map(({ card: { candidate }, why }) => t("{name} wasn't changed. {why}", { name: candidate.full_name, why }))
    .join(" ")

/**
 * Takes a change of cards back, and returns what is said of what stays. What somebody has changed since is named in the
 * failure.
 */
export const takeAllBack = async (
  job: string,
  cards: ReadonlyArray<Card>,
  { after, back, stays }: Bulk
): Promise<string | void> => {
  const present = cardsOf(job)
  const isAsMade = (card: Card) => {
    const [made, now] = [after(card), present.get(card.id)]
    return now === undefined || now.stage_id === made.stage_id && now.status === made.status
  }
  const groups = Map.groupBy(cards.filter(isAsMade), (card) => JSON.stringify(back(card)))
  const failed: Array<Failed> = cards.filter((card) => !isAsMade(card)).map((card) => ({
    card,
    why: t("Someone has changed it since.")
  }))
  for (const group of groups.values()) {
    const outcome = await send(group, back(group[0]!))
    showAgain(job, outcome.done)
    failed.push(...outcome.failed)
  }
  if (failed.length > 0) throw new Error(staying(failed))
  return stays
}
