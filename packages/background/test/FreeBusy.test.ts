/** Free and busy times of connected accounts, from answers as Google and Microsoft document them. */
import { freeBusy, FreeBusyFetch } from "@candor/background/calendar/FreeBusy"
import { OAuthConnections } from "@candor/connections/OAuthConnections"
import type { ConnectionTrouble, Provider } from "@candor/domain/connection/Connection"
import { BusyCalendarId, OrganizationId } from "@candor/domain/Id"
import { describe, expect, test } from "bun:test"
import { Effect, Redacted } from "effect"

const minuteOf = (time: string): number => Date.parse(time) / 60_000
const [from, to] = [minuteOf("2027-03-01T00:00:00Z"), minuteOf("2027-03-30T00:00:00Z")] as const

interface Asked {
  readonly url: string
  readonly authorization: string | null
  readonly body: unknown
}

/** Reads an account. Returns when it is busy, or the problem; and what was asked. */
const read = async (
  kind: Provider,
  answers: ReadonlyArray<Response>,
  until = to,
  trouble?: ConnectionTrouble["problem"]
) => {
  const asked: Array<Asked> = []
  const connections = {
    token: (_: unknown, refused?: Redacted.Redacted) =>
      trouble === undefined
        ? Effect.succeed(Redacted.make(refused === undefined ? "first" : "second"))
        : Effect.fail({ problem: trouble, detail: null })
  } as unknown as OAuthConnections["Service"]
  const outcome = await freeBusy.pipe(
    Effect.flatMap((read) =>
      read(
        OrganizationId.make(crypto.randomUUID()),
        { id: BusyCalendarId.make(crypto.randomUUID()), kind, account: "ada@acme.example" },
        from,
        until
      )
    ),
    Effect.match({
      onFailure: ({ problem }) => problem,
      onSuccess: (busy) => busy.map((minute) => new Date(minute * 60_000).toISOString().slice(5, 16))
    }),
    Effect.provideService(OAuthConnections, connections),
    Effect.provideService(FreeBusyFetch, async (url, init) => {
      asked.push({
        url,
        authorization: new Headers(init.headers).get("authorization"),
        body: JSON.parse(String(init.body))
      })
      return answers[asked.length - 1] ?? Response.json({}, { status: 500 })
    }),
    Effect.runPromise
  )
  return { outcome, asked }
}

const google = (busy: ReadonlyArray<readonly [string, string]>) =>
  Response.json({
    kind: "calendar#freeBusy",
    calendars: { primary: { busy: busy.map(([start, end]) => ({ start, end })) } }
  })

const item = (status: string, start: string, end: string) => ({
  isPrivate: false,
  status,
  subject: "Board",
  location: "",
  start: { dateTime: start, timeZone: "UTC" },
  end: { dateTime: end, timeZone: "UTC" }
})
const microsoft = (...scheduleItems: ReadonlyArray<object>) =>
  Response.json({ value: [{ scheduleId: "ada@acme.example", availabilityView: "0", scheduleItems }] })

describe("Free and busy times", () => {
  test.each<
    readonly [what: string, provider: Provider, answer: () => Response, outcome: ReadonlyArray<string> | string]
  >([
    ["of Google", "google", () => google([["2027-03-10T10:00:00+01:00", "2027-03-10T09:45:00Z"]]), [
      "03-10T09:00",
      "03-10T09:45"
    ]],
    [
      "that overlap",
      "google",
      () =>
        google([["2027-03-10T09:00:00Z", "2027-03-10T10:00:00Z"], ["2027-03-10T09:30:00Z", "2027-03-10T11:00:00Z"]]),
      ["03-10T09:00", "03-10T11:00"]
    ],
    ["beyond what was asked for", "google", () => google([["2027-02-01T09:00:00Z", "2027-03-01T10:00:00Z"]]), [
      "03-01T00:00",
      "03-01T10:00"
    ]],
    ["of nothing", "google", () => google([]), []],
    [
      "of Microsoft, but for those that are free or elsewhere",
      "microsoft",
      () =>
        microsoft(
          item("busy", "2027-03-10T09:00:00.0000000", "2027-03-10T10:00:00.0000000"),
          item("oof", "2027-03-11T00:00:00.0000000", "2027-03-12T00:00:00.0000000"),
          item("tentative", "2027-03-13T09:00:00.0000000", "2027-03-13T09:30:00.0000000"),
          item("free", "2027-03-14T09:00:00.0000000", "2027-03-14T10:00:00.0000000"),
          item("workingElsewhere", "2027-03-15T09:00:00.0000000", "2027-03-15T10:00:00.0000000")
        ),
      ["03-10T09:00", "03-10T10:00", "03-11T00:00", "03-12T00:00", "03-13T09:00", "03-13T09:30"]
    ],
    [
      "with an error within a success of Google",
      "google",
      () => Response.json({ calendars: { primary: { errors: [{ domain: "global", reason: "notFound" }], busy: [] } } }),
      "refused"
    ],
    [
      "with an error within a success of Microsoft",
      "microsoft",
      () => Response.json({ value: [{ error: { responseCode: "ErrorMailRecipientNotFound" } }] }),
      "refused"
    ],
    ["of another form", "google", () => Response.json({ calendars: {} }), "not_a_calendar"],
    ["that are no times", "google", () => google([["soon", "later"]]), "not_a_calendar"],
    ["that are a page", "microsoft", () => new Response("<html>"), "not_a_calendar"],
    ["that are forbidden", "google", () => Response.json({}, { status: 403 }), "refused"],
    ["too often asked for", "google", () => Response.json({}, { status: 429 }), "failed"],
    [
      "that lead elsewhere",
      "google",
      () => new Response(null, { status: 302, headers: { location: "https://example.com" } }),
      "failed"
    ]
  ])(
    "%s",
    async (_, provider, answer, outcome) => expect((await read(provider, [answer()])).outcome).toEqual(outcome as never)
  )

  test("are asked for a month at a time, with another token where one is refused", async () => {
    const end = from + 40 * 1440
    const { asked, outcome } = await read("google", [
      Response.json({}, { status: 401 }),
      google([["2027-03-10T09:00:00Z", "2027-03-10T10:00:00Z"]]),
      google([["2027-04-05T09:00:00Z", "2027-04-05T10:00:00Z"]])
    ], end)
    expect(outcome).toEqual(["03-10T09:00", "03-10T10:00", "04-05T09:00", "04-05T10:00"])
    expect(asked.map(({ authorization, body }) => [authorization, body])).toEqual([
      ["Bearer first", {
        timeMin: "2027-03-01T00:00:00.000Z",
        timeMax: "2027-04-01T00:00:00.000Z",
        items: [{ id: "primary" }]
      }],
      ["Bearer second", {
        timeMin: "2027-03-01T00:00:00.000Z",
        timeMax: "2027-04-01T00:00:00.000Z",
        items: [{ id: "primary" }]
      }],
      ["Bearer first", {
        timeMin: "2027-04-01T00:00:00.000Z",
        timeMax: "2027-04-10T00:00:00.000Z",
        items: [{ id: "primary" }]
      }]
    ])
    expect(new Set(asked.map(({ url }) => url))).toEqual(new Set(["https://www.googleapis.com/calendar/v3/freeBusy"]))
  })

  test("of Microsoft are asked for by the account, in UTC", async () => {
    const { asked } = await read("microsoft", [microsoft()])
    expect(asked).toMatchObject([{
      url: "https://graph.microsoft.com/v1.0/me/calendar/getSchedule",
      body: { schedules: ["ada@acme.example"], startTime: { dateTime: "2027-03-01T00:00:00", timeZone: "UTC" } }
    }])
  })

  test.each([["consent_ended", "consent_ended"], ["app_refused", "refused"], ["busy", "no_answer"]] as const)(
    "without a token are told as a problem: %s is %s",
    async (trouble, problem) => expect(await read("google", [], to, trouble)).toEqual({ outcome: problem, asked: [] })
  )
})
