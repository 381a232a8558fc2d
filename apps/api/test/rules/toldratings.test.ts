/** Nobody who is asked for feedback is told the ratings of others before. */
import type { Card, StageCount } from "@candor/domain/overview/Overview"
import type { FeedbackRequest } from "@candor/domain/request/FeedbackRequest"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { having } from "../harness/Client.ts"
import { type World, world } from "../harness/World.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    test.each(
      [
        ["is not asked for feedback", [], true],
        ["is asked", ["ask"], false],
        ["gave feedback before being asked", ["give", "ask"], true],
        ["answered", ["ask", "give"], true],
        ["is asked no longer", ["ask", "withdraw"], true]
      ] as const
    )("others' ratings, in cards, filters, counts and orders, for a member who %s", async (_, steps, isTold) => {
      const { application, candidate, feedback, job } = here.own.make
      const { id } = await job()
      const other = await application(id, (await candidate()).id)
      const rated = await application(id, (await candidate()).id)
      await feedback(rated.id, { rating: "strong_no" })
      const key = here.own.keys.other_author
      const read = async <Body>(path: string) => having(200)(await here.call<Body>("GET", path, { key })).body
      const { user: { id: member_id } } = await read<{ user: { id: string } }>("/me")
      let request = ""
      const does = {
        ask: async () => {
          request = having(201)(
            await here.call<{ feedback_request: FeedbackRequest }>(
              "POST",
              `/applications/${rated.id}/feedback-requests`,
              {
                key: here.own.keys.write,
                body: { member_id }
              }
            )
          ).body.feedback_request.id
        },
        give: async () => {
          const body = { interview_type: "On site", rating: "yes", body: "Clear." }
          having(201)(await here.call("POST", `/applications/${rated.id}/feedback`, { key, body }))
        },
        withdraw: async () => {
          having(200)(await here.call("POST", `/feedback-requests/${request}/withdraw`, { key: here.own.keys.write }))
        }
      }
      for (const step of steps) await does[step]()
      const cards = async (query: string) =>
        (await read<{ cards: ReadonlyArray<Card> }>(`/jobs/${id}/cards?${query}`)).cards
      const shown = (all: ReadonlyArray<Card>) =>
        all.find((card) => card.id === rated.id)!.ratings.includes("strong_no")
      const { columns } = await read<{ columns: ReadonlyArray<{ cards: ReadonlyArray<Card> }> }>(`/jobs/${id}/board`)
      const { counts } = await read<{ counts: ReadonlyArray<StageCount> }>(`/jobs/${id}/counts?rating=strong_no`)
      expect({
        card: shown(await cards("")),
        board: shown(columns.flatMap(({ cards }) => cards)),
        filtered: (await cards("rating=strong_no")).map((card) => card.id),
        counted: counts.length,
        first: (await cards("sort=rating"))[0]!.id
      }).toEqual({
        card: isTold,
        board: isTold,
        filtered: isTold ? [rated.id] : [],
        counted: isTold ? 1 : 0,
        first: isTold ? rated.id : other.id
      })
    })
  })
}
