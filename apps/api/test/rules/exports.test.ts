/** Exports with the contents of files: what they have, and what becomes of those that cannot have all. */
import { AttachmentStore, StoreFailure } from "@candor/domain/attachment/AttachmentStore"
import { maxExportsOfOrganization } from "@candor/domain/person/CandidateExport"
import type { CandidateExport } from "@candor/domain/person/CandidateExport"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Context, Stream } from "effect"
import { rm } from "node:fs/promises"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import { type ErrorBody, having } from "../harness/Client.ts"
import { freshEmail, upload } from "../harness/Makers.ts"
import { readingGrace } from "../../src/request/Pace.ts"
import { head } from "../harness/Raw.ts"
import type { ServerOptions } from "../harness/TestServer.ts"
import { type World, world } from "../harness/World.ts"

const mebibyte = 1024 * 1024

/** A text of so many bytes, whose parts differ. */
const textOf = (bytes: number): string => {
  let text = ""
  for (let line = 0; text.length < bytes; line++) text += `line ${line}\n`
  return text.slice(0, bytes)
}

/** A store that has the last byte of each content, and reads the whole of it as `read` does. */
const reading = (
  read: (content: Stream.Stream<Uint8Array, StoreFailure>) => Stream.Stream<Uint8Array, StoreFailure>
): Required<Pick<ServerOptions, "replacePorts">> => ({
  replacePorts: (ports) => {
    const store = Context.get(ports, AttachmentStore)
    return Context.add(
      ports,
      AttachmentStore,
      AttachmentStore.of({
        ...store,
        read: (key, range) => range.end - range.start === 1 ? store.read(key, range) : read(store.read(key, range))
      })
    )
  }
})

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    const sockets: Array<Socket> = []
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(async () => {
      for (const socket of sockets) socket.destroy()
      await here.backend.close()
    })

    /** A candidate with an application that has files with these texts. */
    const withFiles = async (...texts: ReadonlyArray<string>) => {
      const { make } = here.own
      const [job, candidate] = await Promise.all([make.job(), make.candidate({ primary_email: freshEmail() })])
      const application = await make.application(job.id, candidate.id)
      const ids: Array<string> = []
      for (const text of texts)
        ids.push((await make.attachment(application.id, upload(new File([text], "file.txt")))).id)
      return { application: application.id, candidate: candidate.id, ids }
    }

    const exported = (candidate: string, query = "", call = here.call) =>
      call<CandidateExport>("GET", `/candidates/${candidate}/export${query}`, { key: here.own.keys.read })

    const contentsIn = ({ applications }: CandidateExport) =>
      Object.fromEntries(applications.flatMap(({ attachments }) => attachments.map(({ content, id }) => [id, content])))

    /** Clients that ask for as many exports as their organization may, and do not read them. */
    const silentReaders = (origin: string, candidate: string) =>
      Promise.all(Array.from({ length: maxExportsOfOrganization }, () => {
        const { promise, resolve } = Promise.withResolvers<Socket>()
        const text = head(`GET /api/v1/candidates/${candidate}/export`, `Authorization: Bearer ${here.own.keys.read}`)
        const socket = connect({ host: "127.0.0.1", port: Number(new URL(origin).port) }, () => socket.write(text))
        sockets.push(socket)
        socket.once("readable", () => resolve(socket))
        return promise
      }))

    /** The bytes of an answer, as far as they came, and whether its end came. */
    const received = async (origin: string, candidate: string) => {
      const { body, status } = await fetch(`${origin}/api/v1/candidates/${candidate}/export`, {
        headers: { authorization: `Bearer ${here.own.keys.read}` }
      })
      const chunks: Array<Uint8Array> = []
      const outcome = await (async () => {
        for await (const chunk of body!) chunks.push(chunk)
        return "whole"
      })().catch(() => "cut off")
      return { outcome, status, text: Buffer.concat(chunks).toString() }
    }

    test("an export has the content of each file to its last byte, whatever its length; without files it has none", async () => {
      // Of every remainder by three, and of one chunk of the store or several.
      const texts = [1, 2, 3, 4, 65_535, 65_536, 65_537, 200_000].map(textOf)
      const { candidate, ids } = await withFiles(...texts)
      const { body, headers } = having(200)(await exported(candidate))
      expect(headers.get("content-type")).toBe("application/json")
      const contents = contentsIn(body)
      expect(ids.map((id) => Buffer.from(contents[id]!, "base64").toString())).toEqual(texts)
      // The same text that encodes the whole at once.
      expect(ids.map((id) => contents[id])).toEqual(texts.map((text) => Buffer.from(text).toString("base64")))
      const short = having(200)(await exported(candidate, "?files=false")).body
      expect(Object.values(contentsIn(short))).toEqual(texts.map(() => undefined))
      const withContents = short.applications.map((application) => ({
        ...application,
        attachments: application.attachments.map((attachment) => ({ ...attachment, content: contents[attachment.id]! }))
      }))
      expect(body).toEqual({ ...short, applications: withContents })
      expect(having(200)(await exported(candidate, "?files=true")).body).toEqual(body)
    })

    test("an export of a person without files is the same with and without contents", async () => {
      const { candidate } = await withFiles()
      const { text } = having(200)(await exported(candidate))
      expect(having(200)(await exported(candidate, "?files=false")).text).toBe(text)
      expect(contentsIn(JSON.parse(text) as CandidateExport)).toEqual({})
    })

    test("another organization's candidate is 404, and a choice that is none 400", async () => {
      const { candidate } = await withFiles("text")
      for (const query of ["", "?files=true", "?files=false"]) {
        having(404)(await here.call("GET", `/candidates/${candidate}/export${query}`, { key: here.foreign.keys.read }))
      }
      const { error } = having(400)(
        await here.call<ErrorBody>("GET", `/candidates/${candidate}/export?files=some`, { key: here.own.keys.read })
      ).body
      expect(error.details?.["issues"]).toMatchObject([{ path: ["files"] }])
    })

    test("a content that is not there is an error before anything is sent, and what is left is exported without contents", async () => {
      const { candidate, ids } = await withFiles("one", textOf(200_000), "three")
      await rm(join(here.backend.folder, here.own.organization.id, ids[1]!))
      const { error } =
        having(503)(await here.call<ErrorBody>("GET", `/candidates/${candidate}/export`, { key: here.own.keys.read }))
          .body
      expect(error.details).toEqual({ reason: "files_away", code: "files_away" })
      expect(contentsIn(having(200)(await exported(candidate, "?files=false")).body)).toContainAllKeys([...ids])
    })

    test("a content that fails, or ends, in its middle ends the connection: nobody takes half a document for a whole one", async () => {
      const { candidate, ids } = await withFiles("first", textOf(mebibyte), "last")
      const lost = Stream.fail(new StoreFailure({ cause: new Error("The disk is gone") }))
      for (
        const [read, reason] of [
          [(content) => Stream.concat(Stream.take(content, 5), lost), "The disk is gone"],
          [(content) => Stream.take(content, 5), `The content ${ids[1]} has ${5 * 65_536} bytes, and not ${mebibyte}`]
        ] as ReadonlyArray<[Parameters<typeof reading>[0], string]>
      ) {
        const server = await here.backend.serve(reading(read))
        const { outcome, status, text } = await received(server.own_origin, candidate)
        expect({ outcome, status }).toEqual({ outcome: "cut off", status: 200 })
        // A beginning, or nothing: a reset takes away what the client has not read yet.
        const beginning = "{\"candidate\":{"
        expect(beginning).toStartWith(text.slice(0, beginning.length))
        expect(() => JSON.parse(text)).toThrow()
        expect(server.logs.join("\n")).toContain(reason)
        // Its slot is free again.
        for (let n = 0; n < maxExportsOfOrganization; n++) await received(server.own_origin, candidate)
        expect((await received(server.own_origin, candidate)).status).toBe(200)
        await server.close()
      }
    })

    test("clients that hardly read their exports give their slots to others, and get no whole document", async () => {
      const { candidate } = await withFiles(textOf(20 * mebibyte))
      let elapsed = 0
      const server = await here.backend.serve({ elapsed: () => elapsed })
      const silents = await silentReaders(server.own_origin, candidate)
      let answer = await received(server.own_origin, candidate)
      expect(answer.status).toBe(429)
      while (answer.status === 429) {
        elapsed += readingGrace
        answer = await received(server.own_origin, candidate)
      }
      expect({ outcome: answer.outcome, status: answer.status }).toEqual({ outcome: "whole", status: 200 })
      const ended = await Promise.race(silents.map((socket) =>
        new Promise<string>((resolve) => {
          let end = ""
          socket.on("data", (bytes) => {
            end = (end + bytes.toString("latin1")).slice(-5)
          })
          socket.once("close", () => resolve(end))
        })
      ))
      expect(ended).not.toBe("0\r\n\r\n")
      await server.close()
    })
  })
}
