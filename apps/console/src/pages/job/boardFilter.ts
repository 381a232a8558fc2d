/** The filter and order of a board's cards, converted between its address and the API. */
import type { OverviewsMethods } from "@candor/client"
import { ratings } from "../../parts/ratings.ts"
import { oneOf, optional, stringifySearch } from "../../router/search.ts"
import { daysIn, timesOf } from "../filter/days.ts"
import { kinds, kindsInOrder } from "../signal/signals.ts"
import { daysInStage, ordersOfBoard } from "../views.ts"

type CardsQuery = NonNullable<Parameters<OverviewsMethods["cards"]>[1]>

export type BoardFilter = Pick<
  CardsQuery,
  | "q"
  | "stage_id"
  | "source_type"
  | "tag"
  | "rating"
  | "answer"
  | "question_id"
  | "days_in_stage"
  | "created_after"
  | "created_before"
  | "signal"
  | "group_id"
  | "sort"
>

/** The kinds of signals that cards can be filtered by. */
export const signalsOfBoard = kindsInOrder.map((kind) => [kind, kinds[kind]] as const)

type Search = Readonly<Record<string, unknown>>

const text = (value: unknown): string | undefined => typeof value === "string" && value !== "" ? value : undefined

/** Returns the parameters of an address that filter and sort a board's cards. */
export const filterIn = (
  {
    answer,
    days_in_stage,
    group_id,
    q,
    question_id,
    rating,
    signal,
    sort,
    source_type,
    stage_id,
    tag,
    ...others
  }: Search
) =>
  optional({
    q: text(q),
    stage_id: text(stage_id),
    source_type: text(source_type),
    tag: text(tag),
    rating: oneOf(ratings, rating),
    question_id: text(question_id),
    answer: text(answer),
    days_in_stage: oneOf(daysInStage, days_in_stage),
    ...daysIn(others),
    signal: oneOf(signalsOfBoard, signal),
    group_id: text(group_id),
    sort: oneOf(ordersOfBoard, sort)
  })

export type FilterInAddress = ReturnType<typeof filterIn>

/** Converts the filter for the API; a question without an answer does not filter yet. */
export const toFilter = ({ answer, days_in_stage, question_id, ...filter }: FilterInAddress): BoardFilter => ({
  ...filter,
  ...timesOf(filter),
  ...(answer === undefined ? {} : { answer, question_id }),
  ...(days_in_stage === undefined ? {} : { days_in_stage: Number(days_in_stage) })
})

/** Returns whether a filter selects cards, rather than only ordering them. */
export const leavesOut = ({ sort: _sort, ...filter }: BoardFilter): boolean => stringifySearch(filter) !== ""
