/** The views of lists: the values of address parameters, with their names. */
import { msg } from "../language/text.tsx"

export const statusesOfJobs = [["", msg("Published")], ["draft", msg("Drafts")], ["closed", msg("Closed")], [
  "all",
  msg("All")
]] as const

/** Days after which an application in a first stage counts as waiting for an answer; seven by default. */
export const daysOfWaiting = [["3", msg("3 days")], ["", msg("7 days")], ["14", msg("14 days")], [
  "30",
  msg("30 days")
]] as const

/** The periods in days for counting applications by source; twelve months by default. */
export const periodsOfSources = [["30", msg("30 days")], ["90", msg("90 days")], ["", msg("12 months")], [
  "all",
  msg("All time")
]] as const

/** The views of a board: active and hired applications, or those with one status. */
export const viewsOfBoard = [["", msg("Active")], ["rejected", msg("Rejected")], [
  "withdrawn",
  msg("Withdrawn")
]] as const

/** Orders of a board's cards besides newest first. */
export const ordersOfBoard = [
  ["oldest", msg("Oldest first")],
  ["longest_in_stage", msg("Longest in stage")],
  ["rating", msg("Best rated")],
  ["name", msg("By name")]
] as const

/** Minimum numbers of days in a stage, for filtering a board. */
export const daysInStage = [["3", msg("3 days")], ["7", msg("7 days")], ["14", msg("14 days")], [
  "30",
  msg("30 days")
]] as const

export const statusesOfApplications = [["active", msg("Active")], ["hired", msg("Hired")], [
  "rejected",
  msg("Rejected")
], ["withdrawn", msg("Withdrawn")]] as const

/** Dialogs that a link to an application can open. */
export const dialogsOfApplication = [["feedback", msg("Add feedback")]] as const

/** Dialogs that a link to a list can open. */
export const dialogsOfList = [["new", msg("New")]] as const

export const viewsOfSearch = [["", msg("All")], ["shortlisted", msg("Shortlist")]] as const

export const statusesOfDeliveries = [["", msg("All")], ["pending", msg("Pending")], ["succeeded", msg("Succeeded")], [
  "failed",
  msg("Failed")
]] as const

/** The selections of mails that need attention; replies by default. */
export const selectionsOfMails = [["", msg("Replies")], ["unassigned", msg("Unassigned")], [
  "undelivered",
  msg("Not delivered")
], ["queued", msg("Not sent yet")]] as const
