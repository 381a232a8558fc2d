/** An answer that was asked for before a change does not take it back, whatever comes first. Without a browser. */
import { afterEach, expect, spyOn, test } from "bun:test"
import { queries } from "../src/api/queries.ts"
import { asking, changeKept } from "../src/api/store.ts"
import type { Application } from "../src/pages/application/Application.ts"
import type { ApplicationState } from "../src/pages/job/keptBoards.ts"
import type { Card, Columns } from "../src/pages/job/loadBoard.ts"

// The client asks the page's own server.
Object.assign(globalThis, { location: { origin: "http://127.0.0.1" }, sessionStorage: { getItem: () => null } })
const { keepApplication } = await import("../src/pages/application/keepApplication.ts")
const { addPage, putCards, removeCard, wishCards } = await import("../src/pages/job/keptBoards.ts")

afterEach(() => queries.clear())

const key = ["board", "job", "", "a b", ""]

const state = (id: string, stage_id: string, minute: number): ApplicationState => ({
  id,
  candidate: { id: `person ${id}`, full_name: "Ada" },
  job: { id: "job", title: "Engineer" },
  stage: { id: stage_id, name: stage_id },
  stage_id,
  status: "active",
  source_type: "applied",
  rejection_reason: null,
  created_at: "2026-11-30T10:00:00.000Z",
  updated_at: `2026-11-30T10:0${minute}:00.000Z`
})

/** A board as the server answers it, with these applications. */
const board = (...states: ReadonlyArray<ApplicationState>): Columns =>
  new Map(["a", "b"].map((stage) => [stage, {
    cards: states.filter(({ stage_id }) => stage_id === stage).map((state) => ({
      ...({} as Card),
      ...state,
      candidate: { ...state.candidate, primary_email: null, linkedin_url: null },
      tags: [],
      entered_at: state.updated_at
    })),
    next: undefined
  }]))

const places = () =>
  Object.fromEntries(
    [...queries.getQueryData<Columns>(key) ?? []].map(([stage, { cards }]) => [stage, cards.map(({ id }) => id)])
  )

/** Loads the board by an answer that is held back until it is given. */
const held = () => {
  const answer = Promise.withResolvers<Columns>()
  const load = queries.fetchQuery({ queryKey: key, queryFn: () => asking(key, () => answer.promise) })
  return async (columns: Columns) => {
    answer.resolve(columns)
    await load
  }
}

const moveTo = (stage_id: string) => (card: Card) => ({ ...card, stage_id })
const one = new Set(["one"])
const before = () => board(state("one", "a", 1), state("two", "a", 1))
const moved = { a: ["two"], b: ["one"] }

test.each<readonly [what: string, change: () => (() => void) | void]>([
  ["a move that is not answered yet", () => wishCards("job", one, moveTo("b"))],
  ["a move that was made", () => wishCards("job", one, moveTo("b"))()],
  ["what the server answers of an application", () => keepApplication(state("one", "b", 2) as Application)],
  ["what an event tells", () => putCards([state("one", "b", 2)])]
])("an older answer does not take back %s", async (_, change) => {
  queries.setQueryData(key, before())
  const answer = held()
  const end = change()
  expect(places()).toEqual(moved)
  await answer(before())
  expect(places()).toEqual(moved)
  end?.()
  expect(places()).toEqual(moved)
})

test("a move that is taken back stays so, though an answer from before it comes later", async () => {
  queries.setQueryData(key, before())
  wishCards("job", one, moveTo("b"))()
  const answer = held()
  wishCards("job", one, moveTo("a"))()
  await answer(board(state("one", "b", 2), state("two", "a", 1)))
  expect(places()).toEqual({ a: ["one", "two"], b: [] })
})

test("what is refused is as it was, and as somebody else has changed it meanwhile", () => {
  queries.setQueryData(key, before())
  wishCards("job", one, moveTo("b"))(one)
  expect(places()["b"]).toEqual([])
  const end = wishCards("job", new Set(["one", "two"]), moveTo("b"))
  putCards([state("two", "b", 3)])
  end(new Set(["one", "two"]))
  expect(places()).toEqual({ a: ["one"], b: ["two"] })
})

test("the later of two changes stays, whichever is told first", async () => {
  queries.setQueryData(key, before())
  const answer = held()
  const end = wishCards("job", one, moveTo("b"))
  putCards([state("one", "a", 3)])
  end()
  putCards([state("one", "b", 2)])
  await answer(board(state("one", "a", 3), state("two", "a", 1)))
  expect(places()).toEqual({ a: ["one", "two"], b: [] })
})

test("who has come or gone meanwhile is there, or is not, when an older answer comes", async () => {
  queries.setQueryData(key, before())
  const answer = held()
  putCards([state("three", "b", 1)])
  removeCard("two")
  await answer(before())
  expect(places()).toEqual({ a: ["one"], b: ["three"] })
})

test("a page that was loaded meanwhile stays, when an older answer comes that ends where it begins", async () => {
  const next = { status: "active", cursor: "after one" } as const
  const first = () => new Map([...board(state("one", "a", 1))].map(([stage, column]) => [stage, { ...column, next }]))
  queries.setQueryData(key, first())
  const answer = held()
  const cards = [{ ...state("two", "a", 1), tags: [] }]
  const fetch = spyOn(globalThis, "fetch").mockImplementation(
    Object.assign(async () => Response.json({ cards, next_cursor: null, pagination: {} }), { preconnect: () => {} })
  )
  await addPage(["board", "job", "", "a b", ""], "a", {}, AbortSignal.timeout(10_000))
  fetch.mockRestore()
  expect(places()["a"]).toEqual(["one", "two"])
  await answer(first())
  expect(places()["a"]).toEqual(["one", "two"])
})

test("an application and a list have what was answered since they were asked for", async () => {
  for (const kept of [["application", "one"], ["application", "of", "person one"]]) {
    const answer = Promise.withResolvers<unknown>()
    const load = queries.fetchQuery({ queryKey: kept, queryFn: () => asking(kept, () => answer.promise) })
    keepApplication(state("one", "b", 2) as Application)
    answer.resolve(kept.length === 2 ? state("one", "a", 1) : { items: [state("one", "a", 1)], next_cursor: null })
    await load
    expect(JSON.stringify(queries.getQueryData(kept))).toContain(`"stage_id":"b"`)
  }
})

test("a changed answer is as fresh as it was", () => {
  queries.setQueryData(["job", "one"], { title: "Engineer" }, { updatedAt: 1 })
  void queries.invalidateQueries({ queryKey: ["job", "one"] })
  changeKept<object>(["job", "one"], (job) => ({ ...job, title: "Pilot" }))
  expect(queries.getQueryState(["job", "one"])).toMatchObject({
    data: { title: "Pilot" },
    dataUpdatedAt: 1,
    isInvalidated: true
  })
})
