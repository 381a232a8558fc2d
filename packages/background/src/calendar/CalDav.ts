/**
 * Calendars of CalDAV servers (RFC 4791). tsdav finds them, but with our own requests, because its requests send the
 * password wherever a server redirects. They are read by a query for a time span. Queries with expansion, and free-busy
 * queries, are not used: servers such as Radicale answer them wrongly.
 */
import {
  ask,
  type GuardedAnswer,
  type GuardedCall,
  maxBodyBytes,
  requestTimeout
} from "@candor/connections/guarded/GuardedRequest"
import type { CalendarSecret } from "@candor/domain/calendar/BusyCalendar"
import type { BusyCalendarId } from "@candor/domain/Id"
import { Clock, Effect } from "effect"
import { answers, type CalendarFailed, problemOf } from "./CalendarStatus.ts"

/** Maximum bytes of an answer while finding calendars, and maximum calendars of an account. */
const [maxFinding, maxCalendars] = [512 * 1024, 20] as const

/** Milliseconds for which the calendars of an account are cached, and the number of accounts in the cache. */
const [knownMillis, maxKnown] = [3_600_000, 1000] as const

/** Providers that redirect to other hosts of theirs, to which the password may be sent, too. */
const families = ["icloud.com"]

const isOf = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

/** Whether the password of an account may be sent to an address. */
const isTrusted = (account: URL, url: URL): boolean =>
  url.origin === account.origin ||
  (url.protocol === "https:" && families.some((domain) => isOf(account.hostname, domain) && isOf(url.hostname, domain)))

const failed = (problem: CalendarFailed["problem"]) => Effect.fail<CalendarFailed>({ problem })

interface Account extends CalendarSecret {
  readonly id: BusyCalendarId
  readonly allowsPrivate: boolean
}

/** Sends a request of the account, if its password may be sent to the address. */
const askAs = (
  { allowsPrivate, password, url: account, username }: Account,
  call: Pick<GuardedCall, "body" | "headers" | "method" | "url">,
  maxBytes?: number
) =>
  isTrusted(new URL(account), new URL(call.url))
    ? ask({ ...call, username, password }, allowsPrivate, {
      follows: false,
      ...(maxBytes === undefined ? {} : { maxBytes })
    })
    : failed("redirected")

const answerOf = ({ body, headers, status }: GuardedAnswer): Response => {
  const kept = ["content-type", "location"].flatMap((name) =>
    typeof headers[name] === "string" ? [[name, headers[name]] as [string, string]] : []
  )
  return new Response(body.length === 0 || status === answers.empty || status === answers.unchanged ? null : body, {
    status,
    headers: kept
  })
}

/** Finds the calendars whose events make a member busy: the address itself, or those of its account. */
const find = (account: Account) =>
  Effect.gen(function*() {
    const services = yield* Effect.context()
    // Loaded at the first use.
    const { createAccount, propfind } = yield* Effect.promise(() => import("tsdav"))
    let trouble: CalendarFailed = { problem: "not_a_calendar" }
    const found = (signal: AbortSignal) => {
      const send = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
        const call = {
          url: input instanceof Request ? input.url : String(input),
          method: init.method ?? "GET",
          headers: Object.fromEntries(new Headers(init.headers)),
          body: typeof init.body === "string" ? init.body : ""
        }
        const asked = Effect.tapError(askAs(account, call, maxFinding), (failure) =>
          Effect.sync(() => {
            trouble = failure
          }))
        const answer = await Effect.runPromiseWith(services)(asked, { signal })
        // Other statuses, such as 404, only mean that tsdav tried a wrong address.
        if (problemOf(answer.status) === "refused") trouble = { problem: "refused" }
        if (answer.status >= answers.failed) trouble = { problem: "failed" }
        return answerOf(answer)
      }
      const fetch = send as typeof globalThis.fetch
      return (async () => {
        const props = {
          "d:resourcetype": {},
          "c:supported-calendar-component-set": {},
          "c:schedule-calendar-transp": {}
        }
        const calendarsIn = async (url: string, depth: "0" | "1") =>
          (await propfind({ url, props, depth, fetch })).filter(({ props }) =>
            "calendar" in Object(props?.["resourcetype"])
          )
        const [itself] = await calendarsIn(account.url, "0")
        if (itself !== undefined) return [account.url]
        const { homeUrl, rootUrl } = await createAccount({
          account: { serverUrl: account.url, accountType: "caldav", credentials: {} },
          loadCollections: false,
          fetch
        })
        if (homeUrl === undefined) return []
        return (await calendarsIn(homeUrl, "1"))
          // Leaves out calendars of tasks only, and those that their owner marks as free (RFC 6638, section 9.1).
          .filter(({ props }) => {
            const components = JSON.stringify(props?.["supportedCalendarComponentSet"] ?? "")
            return (!components.includes("name") || components.includes("VEVENT")) &&
              !("transparent" in Object(props?.["scheduleCalendarTransp"]))
          })
          .map(({ href }) => new URL(href ?? "", rootUrl ?? homeUrl).href)
      })()
    }
    const urls = yield* Effect.tryPromise({ try: found, catch: () => trouble })
    if (urls.length === 0) return yield* Effect.fail(trouble)
    return urls.length > maxCalendars ? yield* failed("too_large") : urls
  })

const known = new Map<BusyCalendarId, { readonly urls: ReadonlyArray<string>; readonly at: number }>()

/** Returns the calendars of an account, from the cache if possible. */
const calendarsOf = (account: Account): Effect.Effect<ReadonlyArray<string>, CalendarFailed> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const before = known.get(account.id)
    if (before !== undefined && now - before.at < knownMillis) return before.urls
    const urls = yield* find(account)
    if (known.size >= maxKnown) known.clear()
    known.set(account.id, { urls, at: now })
    return urls
  })

const stamp = (minute: number): string => new Date(minute * 60_000).toISOString().replace(/[-:]|\.\d+/g, "")

const query = (from: number, to: number): string =>
  `<?xml version="1.0" encoding="utf-8"?><c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop>` +
  `<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="${stamp(from)}" end="${
    stamp(to)
  }"/></c:comp-filter>` +
  `</c:comp-filter></c:filter></c:calendar-query>`

/** Returns the server's answer about the events of a span, in minutes since 1970, as XML. */
export const eventsOf = (
  account: Account,
  from: number,
  to: number
): Effect.Effect<ReadonlyArray<Uint8Array<ArrayBuffer>>, CalendarFailed> =>
  Effect.gen(function*() {
    const urls = yield* calendarsOf(account)
    const headers = { "content-type": "application/xml; charset=utf-8", depth: "1" }
    let bytes = 0
    const ask = (url: string) =>
      Effect.flatMap(askAs(account, { url, method: "REPORT", headers, body: query(from, to) }), (answer) =>
        (bytes += answer.body.length) > maxBodyBytes ? failed("too_large") : Effect.succeed(answer))
    const found = yield* Effect.forEach(urls, ask, { concurrency: 2 }).pipe(
      Effect.tapError(() =>
        Effect.sync(() => known.delete(account.id))
      )
    )
    const refused = found.find(({ status }) => status !== answers.several)
    if (refused !== undefined) {
      known.delete(account.id)
      return yield* failed(problemOf(refused.status) ?? "failed")
    }
    return found.map(({ body }) => body)
  }).pipe(Effect.timeoutOrElse({ duration: requestTimeout, orElse: () => failed("no_answer") }))
