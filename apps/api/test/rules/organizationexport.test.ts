/** The export of all data of an organization. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { connect, type Socket } from "node:net"
import { askForExport, rowsIn, unpacked } from "../harness/Archive.ts"
import { type ErrorBody, having } from "../harness/Client.ts"
import { upload } from "../harness/Makers.ts"
import { head } from "../harness/Raw.ts"
import { type FilledWorld, worldWith } from "../harness/World.ts"

type Line = Readonly<Record<string, unknown>>

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: FilledWorld
    const sockets: Array<Socket> = []
    beforeAll(async () => {
      here = await worldWith(database, "attachmentId")
    })
    afterAll(async () => {
      for (const socket of sockets) socket.destroy()
      await here.backend.close()
    })

    const ask = (key: string) => askForExport(here.server, key)

    const rowsOf = (files: ReadonlyMap<string, Buffer>, file: string): ReadonlyArray<Line> =>
      files.get(file)!.toString().split("\n").slice(0, -1).map((line) => JSON.parse(line) as Line)

    test("it is a whole export with every row and every file, and the audit log tells of it", async () => {
      const { id: applicationId } = here.own.ids
      const text = "One of the first programmers.\n".repeat(10_000)
      const { id } = await here.own.make.attachment(applicationId, upload(new File([text], "resume.txt")))
      const answer = await ask(here.own.keys.admin)
      expect(answer.headers.get("content-type")).toBe("application/zip")
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename=".+ \d{4}-\d{2}-\d{2}\.zip"/)
      const files = await unpacked(answer)
      expect(files.get(`files/${id.slice(-2)}/${id}`)!.toString()).toBe(text)
      const manifest = JSON.parse(files.get("manifest.json")!.toString()) as {
        readonly parts: Readonly<Record<string, { file: string; rows: number; sha256: string }>>
      }
      for (const { file, rows, sha256 } of Object.values(manifest.parts)) {
        const bytes = files.get(file)!
        expect([file, rowsOf(files, file).length, new Bun.CryptoHasher("sha256").update(bytes).digest("hex")]).toEqual([
          file,
          rows,
          sha256
        ])
      }
      const { properties, required } = JSON.parse(files.get("schemas/candidate.json")!.toString())
      expect(Object.keys(properties)).toEqual(expect.arrayContaining([...required, "location", "tags"]))
      expect(required).toEqual(expect.arrayContaining(["id", "full_name", "created_at"]))
      expect(required).not.toContain("location")
      expect(rowsOf(files, "applications.ndjson").map((row) => row["id"])).toContain(applicationId)
      const { events } = having(200)(
        await here.call<{ events: ReadonlyArray<Line> }>("GET", "/events?types=organization.exported", {
          key: here.own.keys.admin
        })
      ).body
      expect(events).toMatchObject([{ type: "organization.exported" }])
      const headers = { authorization: `Bearer ${here.own.keys.admin}` }
      expect((await fetch(`${here.server.origin}/api/v1/organization/export`, { method: "HEAD", headers })).status)
        .toBe(200)
      expect(
        having(200)(
          await here.call<{ events: ReadonlyArray<Line> }>("GET", "/events?types=organization.exported", {
            key: here.own.keys.admin
          })
        ).body.events
      ).toEqual(events)
    })

    test.each([
      ["tables-csv", "csv", "\ufeff"],
      ["tables-parquet", "parquet", "PAR1"]
    ])("%s is a table for each part, with its rows, and without files", async (format, end, beginning) => {
      const answer = await askForExport(here.server, here.own.keys.admin, `?format=${format}`)
      const files = await unpacked(answer)
      const { tables } = JSON.parse(files.get("manifest.json")!.toString()) as {
        readonly tables: Readonly<Record<string, { file: string; rows: number }>>
      }
      expect([...files.keys()].toSorted()).toEqual([
        ...Object.values(tables).map(({ file }) => file),
        "manifest.json"
      ].toSorted())
      expect(tables["application"]!.rows).toBeGreaterThan(0)
      const bytes = files.get(`applications.${end}`)!.toString()
      expect([
        bytes.startsWith(beginning),
        bytes.includes(here.own.ids.id),
        bytes.includes(here.foreign.organization.id)
      ]).toEqual([
        true,
        true,
        false
      ])
      expect((await askForExport(here.server, here.own.keys.write, `?format=${format}`)).status).toBe(403)
    })

    test("it has nothing of another organization, and only administrators get it", async () => {
      const files = await unpacked(await ask(here.foreign.keys.admin))
      const everything = rowsIn(files)
      expect(everything).not.toContain(here.own.organization.id)
      expect(everything).not.toContain(here.own.ids.id)
      for (const key of [here.own.keys.write, here.own.keys.read]) expect((await ask(key)).status).toBe(403)
    })

    test("an organization has one export under way, however slowly it is read", async () => {
      await here.own.make.attachment(
        here.own.ids.id,
        upload(new File([randomBytes(6_000_000).toString("base64")], "large.txt"))
      )
      const text = head("GET /api/v1/organization/export", `Authorization: Bearer ${here.own.keys.admin}`)
      await new Promise<void>((resolve) => {
        const socket = connect(
          { host: "127.0.0.1", port: Number(new URL(here.server.origin).port) },
          () => socket.write(text)
        )
        sockets.push(socket)
        socket.once("readable", () => resolve())
      })
      const refused = await ask(here.own.keys.admin)
      expect([refused.status, ((await refused.json()) as ErrorBody).error.details]).toEqual([429, { limit: 1 }])
    })
  })
}
