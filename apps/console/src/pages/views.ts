/** The views of lists: what an address may say of them, with their names. */
import { msg } from "../language/text.tsx"

export const statusesOfJobs = [["", msg("Published")], ["draft", msg("Drafts")], ["closed", msg("Closed")], [
  "all",
  msg("All")
]] as const

/** Days after which an application in a first stage waits for an answer; seven where none are said. */
export const daysOfWaiting = [["3", msg("3 days")], ["", msg("7 days")], ["14", msg("14 days")], [
  "30",
  msg("30 days")
]] as const

/** Days in which applications came whose sources are counted; twelve months where none are said. */
export const periodsOfSources = [["30", msg("30 days")], ["90", msg("90 days")], ["", msg("12 months")], [
  "all",
  msg("All time")
]] as const

/** What a board shows: those under way with those hired, or those with one status. */
export const viewsOfBoard = [["", msg("Active")], ["rejected", msg("Rejected")], [
  "withdrawn",
  msg("Withdrawn")
]] as const

/** Orders of a board's cards besides the newest first. */
export const ordersOfBoard = [
  ["oldest", msg("Oldest first")],
  ["longest_in_stage", msg("Longest in stage")],
  ["rating", msg("Best rated")],
  ["name", msg("By name")]
] as const

/** Days in a stage from which on a board shows a card. */
export const daysInStage = [["3", msg("3 days")], ["7", msg("7 days")], ["14", msg("14 days")], [
  "30",
  msg("30 days")
]] as const

export const statusesOfApplications = [["active", msg("Active")], ["hired", msg("Hired")], [
  "rejected",
  msg("Rejected")
], ["withdrawn", msg("Withdrawn")]] as const

/** What a link to an application may open at once. */
export const dialogsOfApplication = [["feedback", msg("Add feedback")]] as const

/** What a link to a list may open at once. */
export const dialogsOfList = [["new", msg("New")]] as const

export const viewsOfSearch = [["", msg("All")], ["shortlisted", msg("Shortlist")]] as const

export const statusesOfDeliveries = [["", msg("All")], ["pending", msg("Pending")], ["succeeded", msg("Succeeded")], [
  "failed",
  msg("Failed")
]] as const

/** Mails that somebody has to look at: replies where nothing else is said. */
export const selectionsOfMails = [["", msg("Replies")], ["unassigned", msg("Unassigned")], [
  "undelivered",
  msg("Not delivered")
], ["queued", msg("Not sent yet")]] as const
