/** Changes of an application: who made them, and their undo. */
import { type HistoryEntry, InvalidRequest, responseOf } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { messageOfChange } from "../../api/failures.ts"
import { memberNames } from "../../api/memberNames.ts"
import { type Marked, msg, t } from "../../language/text.tsx"
import { ago } from "../../parts/Time.tsx"
import { markStale } from "../job/keptBoards.ts"
import type { Application } from "./Application.ts"

type StageAndStatus = Pick<Application, "status" | "stage_id">

const isSame = (one: StageAndStatus, other: StageAndStatus): boolean =>
  one.status === other.status && one.stage_id === other.stage_id

const whatWasDone: { readonly [Change in HistoryEntry["change"]]: Marked } = {
  applied: msg("{who} added it in {stage} {time}."),
  moved: msg("{who} moved it to {stage} {time}."),
  rejected: msg("{who} rejected it {time}."),
  withdrawn: msg("{who} marked it as withdrawn {time}."),
  hired: msg("{who} hired the candidate {time}."),
  reopened: msg("{who} reopened it in {stage} {time}.")
}

/** Returns the latest change of an application: “Alan Turing moved it to Offer just now.” */
export const latestChange = async (id: string): Promise<string> => {
  const [{ history: [entry] }, names] = await Promise.all([
    candor.applications.history(id, { limit: 1 }),
    memberNames()
  ])
  if (entry === undefined) return ""
  const who = names.get(entry.user_id ?? "") ?? t("Someone")
  return t(whatWasDone[entry.change], { who, stage: entry.stage.name, time: ago(entry.entered_at) })
}

/**
 * Undoes a change: restores the application as it was before, including its stage. If somebody has changed it since,
 * fails with their name.
 */
export const takeBack = async (
  before: StageAndStatus,
  { id, ...after }: StageAndStatus & { readonly id: string }
): Promise<Application> => {
  const answer = await candor.applications.get(id)
  if (!isSame(answer.application, after)) throw new Error(await latestChange(id))
  const options = { ifMatch: responseOf(answer).etag }
  // Only the server knows since when the application has been waiting: as before the change.
  markStale(id)
  const { application } = await (after.status === before.status
    ? candor.applications.move(id, { stage_id: before.stage_id }, options)
    : candor.applications.reopen(id, options))
  return application
}

/** Returns why a change of an application failed, and who made it impossible if somebody else did. */
export const explained = async (id: string, error: unknown): Promise<string> => {
  const message = messageOfChange(error)
  if (!(error instanceof InvalidRequest && "status" in error.details)) return message
  return `${message} ${await latestChange(id).catch(() => "")}`
}
