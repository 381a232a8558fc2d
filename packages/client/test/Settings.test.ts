import { expect, test } from "bun:test"
import { createBoard } from "../src/Board.ts"
import { groupsOf } from "../src/Methods.ts"
import { exchange } from "./Exchange.ts"

const jobs = () => Response.json({ jobs: [] })

test.each([
  [{ baseUrl: "candor.example" }],
  [{ baseUrl: "ftp://candor.example" }],
  [{ baseUrl: "https://user:password@candor.example/api/v1" }],
  [{ baseUrl: "https://candor.example/api/v1?key=1" }],
  [{ apiKey: "" }],
  [{ apiKey: "one\ntwo" }],
  [{ apiKey: undefined, fetch: undefined }]
])("an address or a key that is none is refused at once: %p", (options) => {
  expect(() => exchange([jobs], options)).toThrow(TypeError)
})

test("without a key, the given fetch gets requests without Authorization, and authenticates them itself", async () => {
  const { sent, settings } = exchange([jobs], { apiKey: undefined })
  await groupsOf(settings).jobs.list()
  expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual([null])
})

test("a careers board is read without a key, with requests that a browser sends to another site without asking first", async () => {
  const sent: Array<readonly [url: string, init: RequestInit]> = []
  const fetch = async (url: string, init: RequestInit) => {
    sent.push([url, init])
    const next_cursor = sent.length === 1 ? "next" : null
    return Response.json({ jobs: [{ title: String(sent.length) }], pagination: {}, next_cursor })
  }
  const board = createBoard({ baseUrl: "https://candor.example/api/v1", board: "harbor analytics", fetch })
  const titles = await Array.fromAsync(board.allJobs({ q: "engineer" }), ({ title }) => title)
  expect(titles).toEqual(["1", "2"])
  expect(sent.map(([url]) => url)).toEqual([
    "https://candor.example/api/v1/boards/harbor%20analytics/jobs?q=engineer",
    "https://candor.example/api/v1/boards/harbor%20analytics/jobs?q=engineer&cursor=next"
  ])
  expect(sent.map(([, { headers, redirect }]) => [[...new Headers(headers)], redirect])).toEqual([[[], "follow"], [
    [],
    "follow"
  ]])
})

test("an application at a careers board is a form with its answers and files", async () => {
  const sent: Array<readonly [url: string, form: FormData]> = []
  const fetch = (url: string, { body }: RequestInit) => {
    sent.push([url, body as FormData])
    return Promise.resolve(Response.json({ submission: { reference: "r", url: "u" } }, { status: 202 }))
  }
  const board = createBoard({ baseUrl: "https://candor.example/api/v1", board: "acme", fetch })
  const resume = new File(["I wrote a compiler."], "cv.txt")
  const { submission } = await board.apply("librarian", {
    full_name: "Grace Hopper",
    email: "grace@example.com",
    answers: { why: ["a", "b"] }
  }, { resume })
  expect(submission.reference).toBe("r")
  const [[url, form]] = sent as [typeof sent[number]]
  expect(url).toBe("https://candor.example/api/v1/boards/acme/jobs/librarian/applications")
  expect(Object.fromEntries(form)).toEqual({
    full_name: "Grace Hopper",
    email: "grace@example.com",
    answers: "{\"why\":[\"a\",\"b\"]}",
    resume
  })
})
