/** The careers board: every organization has one, at an address of its own, and can have a logo. */
import type { Board } from "@candor/domain/board/Board"
import { Boards } from "@candor/domain/board/Boards"
import type { Event } from "@candor/domain/event/Event"
import { databases } from "@candor/sql/testing/Databases"
import { pixel } from "@candor/sql/testing/CareersCalls"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { having, type JsonObject } from "../harness/Client.ts"
import { organization, type Tenant, type World, world } from "../harness/World.ts"

interface Answer {
  readonly board: Board
}

interface Preview {
  readonly preview: { readonly html: string }
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    type Owner = Pick<Tenant, "keys" | "organization">
    const get = async ({ keys }: Owner) =>
      having(200)(await here.call<Answer>("GET", "/organization/board", { key: keys.read })).body.board
    const patch = ({ keys }: Owner, body: JsonObject) =>
      here.call<Answer>("PATCH", "/organization/board", { key: keys.admin, body })
    const ownerOf = (slug: string) => here.backend.run(Effect.flatMap(Boards, (boards) => boards.find(slug)))

    test("it is closed at first, and at an address from the organization's name, which it keeps when another organization takes it", async () => {
      const fresh = await here.backend.run(organization({ name: "Initech", plan: "free" }))
      const [own, foreign] = [await get(fresh), await get(here.foreign)]
      expect(own).toMatchObject({ title: "Initech", slug: "initech", is_open: false, consent_version: 0, logo: null })
      having(200)(await patch(here.foreign, { slug: own.slug }))
      expect((await get(fresh)).slug).toBe(`${own.slug}-2`)
      having(200)(await patch(fresh, { is_open: true }))
      expect((await get(fresh)).slug).toBe(`${own.slug}-2`)
      having(200)(await patch(here.foreign, { slug: foreign.slug }))
      expect(having(400)(await patch(fresh, { slug: own.slug })).body).toMatchObject({
        error: { details: { issues: [{ path: ["slug"] }] } }
      })
      expect(await ownerOf(own.slug)).toBe(here.foreign.organization.id)
      expect(await ownerOf(foreign.slug)).toBe(here.foreign.organization.id)
    })

    test("of organizations that want an address at the same time, one gets it", async () => {
      const slug = `wanted-${crypto.randomUUID()}`
      const statuses = (await Promise.all([here.own, here.foreign].map((tenant) => patch(tenant, { slug })))).map((
        { status }
      ) => status)
      expect(statuses.toSorted()).toEqual([200, 400])
    })

    test("changes at the same time are all made", async () => {
      const fields = {
        title: "Work with us",
        introduction: "# Hello",
        color: "#fff",
        contact_email: "jobs@example.com",
        consent_text: "Yes"
      }
      await Promise.all(
        Object.entries(fields).map(async ([field, value]) => having(200)(await patch(here.own, { [field]: value })))
      )
      expect(await get(here.own)).toMatchObject({
        ...fields,
        color: "#ffffff",
        color_contrast: { on_white: 1, on_black: 21 }
      })
    })

    test("its logo is shown as it was given, and anything but an image is refused", async () => {
      const { keys } = here.own
      const content = pixel.toBase64()
      const path = "/organization/board/logo"
      const { board } = having(200)(await here.call<Answer>("PUT", path, { key: keys.admin, body: { content } })).body
      expect(board.logo).toMatchObject({ content_type: "image/png", width: 1, height: 1, size_bytes: pixel.length })
      const logo = async () => having(200)(await here.call<JsonObject>("GET", path, { key: keys.read })).body["logo"]
      expect(await logo()).toEqual({ ...board.logo, content })
      having(400)(
        await here.call("PUT", path, { key: keys.admin, body: { content: btoa("<svg onload='alert(1)'></svg>") } })
      )
      having(400)(await here.call("PUT", path, { key: keys.admin, body: { content: "no Base64" } }))
      having(200)(await here.call("DELETE", path, { key: keys.admin }))
      expect(await logo()).toBeNull()
      const { events } = having(200)(
        await here.call<{ events: ReadonlyArray<Event> }>("GET", "/events?types=board.logo_changed", {
          key: keys.read
        })
      ).body
      expect(events.map(({ data }) => data?.["logo"] === null)).toEqual([false, true])
    })

    test("the page of a closed board is previewed with changes that are not made, and that of a draft with its form", async () => {
      const owner = await here.backend.run(organization({ name: "Hooli", plan: "free" }))
      const key = owner.keys.admin
      const htmlOf = async (method: string, path: string, body?: JsonObject) =>
        having(200)(await here.call<Preview>(method, path, { key, ...(body === undefined ? {} : { body }) })).body
          .preview.html
      having(200)(await here.call("PUT", "/organization/board/logo", { key, body: { content: pixel.toBase64() } }))
      const before = await get(owner)
      const html = await htmlOf("POST", "/organization/board/preview", {
        title: "Work <here>",
        introduction: "A **better** place",
        color: "#aa3300"
      })
      for (
        const part of [
          "<h1>Work &lt;here&gt;</h1>",
          "<strong>better</strong>",
          "-aa3300.css",
          `src="data:image/png;base64,${pixel.toBase64()}"`
        ]
      ) expect(html).toContain(part)
      expect(html).not.toMatch(/<script|rel="canonical"/)
      expect(await get(owner)).toEqual(before)
      const { job } = having(201)(
        await here.call<{ job: { id: string } }>("POST", "/jobs", {
          key,
          body: { title: "Box Maker", description_md: "You *make* boxes." }
        })
      ).body
      const posting = await htmlOf("GET", `/jobs/${job.id}/posting/preview`)
      for (const part of ["<h1>Box Maker</h1>", "<em>make</em>", "name=\"full_name\""]) expect(posting).toContain(part)
      expect(posting).not.toContain("<script")
      having(403)(await here.call("POST", "/organization/board/preview", { key: owner.keys.write, body: {} }))
    })
  })
}
