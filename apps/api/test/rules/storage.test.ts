/** The room for files of an organization: its largest files, and what the desk says before it is full. */
import type { LargeFile, Storage } from "@candor/domain/attachment/Storage"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { having } from "../harness/Client.ts"
import { upload } from "../harness/Makers.ts"
import { type World, world } from "../harness/World.ts"

interface Room {
  readonly storage: Storage
  readonly files: ReadonlyArray<LargeFile>
}

const pdf = (name: string, bytes: number) =>
  upload(new File(["%PDF-1.7\n%%EOF".padEnd(bytes)], name, { type: "application/pdf" }))

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const room = async (key = here.own.keys.admin) =>
      having(200)(await here.call<Room>("GET", "/organization/files", { key })).body

    test("an administrator sees the largest files of applications and candidates, whose they are, and deletes one", async () => {
      const { keys, make } = here.own
      const { full_name, id } = await make.candidate()
      const job = await make.job()
      const application = await make.application(job.id, id)
      await make.attachment(application.id, pdf("small.pdf", 1000))
      await make.attachment(id, pdf("large.pdf", 3000), "candidates")
      await make.attachment(application.id, pdf("middle.pdf", 2000))
      const before = await room()
      const candidate = { id, full_name }
      const ofApplication = { id: application.id, job: { id: job.id, title: job.title } }
      expect(before.files.map(({ created_at: _, id: __, ...file }) => file)).toEqual([
        { original_filename: "large.pdf", size_bytes: 3000, candidate, application: null },
        { original_filename: "middle.pdf", size_bytes: 2000, candidate, application: ofApplication },
        { original_filename: "small.pdf", size_bytes: 1000, candidate, application: ofApplication }
      ])
      expect(before.storage).toMatchObject({ level: "normal", files: 3, bytes: 6000 })
      having(200)(
        await here.call("DELETE", `/candidates/${id}/attachments/${before.files[0]!.id}`, { key: keys.admin })
      )
      const after = await room()
      expect([after.files.map(({ original_filename }) => original_filename), after.storage.bytes]).toEqual([[
        "middle.pdf",
        "small.pdf"
      ], 3000])
      expect((await room(here.foreign.keys.admin)).files).toEqual([])
      having(403)(await here.call("GET", "/organization/files", { key: keys.write }))
    })

    test("the desk tells administrators alone that the room is nearly full", async () => {
      const { keys, make } = here.own
      await make.attachment((await make.application((await make.job()).id, (await make.candidate()).id)).id)
      const told = async (gibibytes: number, key = keys.admin) => {
        await here.backend.run(
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE file_usage SET file_bytes = ${gibibytes * 1024 ** 3}`)
        )
        const { storage } =
          having(200)(await here.call<{ storage: Storage | null }>("GET", "/overview/waiting", { key })).body
        return storage?.level ?? null
      }
      expect([await told(79), await told(80), await told(95), await told(95, keys.write)]).toEqual([
        null,
        "high",
        "critical",
        null
      ])
    })
  })
}
