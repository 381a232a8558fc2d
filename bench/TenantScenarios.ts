/** The requests of many tenants: each request uses another key. */
import { after, counter, type Request, type Scenario } from "./Scenarios.ts"
import type { Tenant, Tenants } from "./Tenants.ts"

const list = ({ key }: Tenant): Request => ({ key, method: "GET", path: "/api/v1/applications?limit=10" })

const detail = ({ application, key }: Tenant): Request => ({
  key,
  method: "GET",
  path: `/api/v1/applications/${application}`
})

const update = ({ candidate, key }: Tenant): Request => ({
  key,
  method: "PATCH",
  path: `/api/v1/candidates/${candidate}`,
  body: `{"university":"University ${counter}"}`
})

const shortlist = (method: "POST" | "DELETE") => ({ key, prospect }: Pick<Tenant, "key" | "prospect">): Request => ({
  key,
  method,
  path: `/api/v1/sourcing/prospects/${prospect}/shortlist`
})

/** Sixteen of twenty requests in the mix are reads. */
const mixed = (method: "POST" | "DELETE") => [
  list,
  detail,
  list,
  detail,
  update,
  list,
  detail,
  list,
  detail,
  update,
  detail,
  list,
  detail,
  list,
  ({ key, mixProspect }: Tenant) => shortlist(method)({ key, prospect: mixProspect }),
  detail,
  list,
  detail,
  update,
  detail
]

/** One in a hundred requests of the mix goes to the large organization. */
const largeEvery = 100

/** Returns requests of all keys in turn; the second half removes from the shortlist what the first half added. */
const mix = ({ large, small }: Tenants): ReadonlyArray<Request> =>
  (["POST", "DELETE"] as const).flatMap((method) => {
    const kinds = mixed(method)
    return small.map((tenant, at) => {
      // Successive requests to the large organization are of successive kinds, so that all kinds occur.
      const nth = Math.floor(at / largeEvery)
      return at % largeEvery === largeEvery - 1
        ? kinds[nth % kinds.length]!(large[nth % large.length]!)
        : kinds[at % kinds.length]!(tenant)
    })
  })

/** The names of the scenarios with many tenants. */
export const names: ReadonlyArray<string> = ["", "-1"].flatMap((connections) => [
  ...["list", "detail", "candidate", "shortlist"].map((name) => `tenants-${name}${connections}`),
  ...(connections === "" ? ["tenants-mix"] : [])
])

interface Kind {
  readonly name: string
  readonly title: string
  readonly requests: ReadonlyArray<Request>
  readonly reset: ReadonlyArray<string>
}

/** Returns each kind with 32 connections and with one, and the mix. */
export const make = (tenants: Tenants): ReadonlyArray<Scenario> => {
  const { small } = tenants
  const kinds: ReadonlyArray<Kind> = [
    { name: "list", title: "List of 10 applications", requests: small.map(list), reset: [] },
    { name: "detail", title: "Application detail", requests: small.map(detail), reset: [] },
    { name: "candidate", title: "Candidate update", requests: small.map(update), reset: after("candidates") },
    {
      name: "shortlist",
      title: "Shortlist and unshortlist",
      requests: [...small.map(shortlist("POST")), ...small.map(shortlist("DELETE"))],
      reset: after("prospects")
    }
  ]
  const scenario = ({ name, requests, reset, title }: Kind, connections: number): Scenario => ({
    name: `tenants-${name}${connections === 1 ? "-1" : ""}`,
    title: `${title}, ${connections} connection${connections === 1 ? "" : "s"}`,
    connections,
    requests,
    sequence: name,
    reset,
    // A write sets it to the current time.
    timed: reset.length === 0 ? [] : ["updated_at"]
  })
  return [
    ...kinds.map((kind) => scenario(kind, 32)),
    scenario({
      name: "mix",
      title: "Mix, 80 % reads, 1 % to a large organization",
      requests: mix(tenants),
      reset: [...after("candidates"), "VACUUM prospects"]
    }, 32),
    ...kinds.map((kind) => scenario(kind, 1))
  ]
}
