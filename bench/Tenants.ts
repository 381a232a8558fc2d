/** Many organizations with keys of their own, and the rows that each key requests. */
import * as ApiKeyText from "@candor/domain/authentication/ApiKeyText"
import { OrganizationId } from "@candor/domain/Id"
import { SQL } from "bun"
import { hash } from "node:crypto"
import { storeKeys } from "./Data.ts"
import type { World } from "./World.ts"

/** The number of keys for each small organization. */
const keysOfSmall = 10

/** The number of keys for the large organization; with so many, its share of the mix stays below each key's limit. */
const keysOfLarge = 500

/** A key, with rows of its organization. */
export interface Tenant {
  readonly key: string
  readonly application: string
  readonly candidate: string
  readonly prospect: string
  /** The prospect for the mix: the other one may already be shortlisted at times. */
  readonly mixProspect: string
}

export interface Tenants {
  /** All keys of the small organizations, in random order. */
  readonly small: ReadonlyArray<Tenant>
  /** All keys of the large organization. */
  readonly large: ReadonlyArray<Tenant>
}

/** Selects ids of an organization's rows in random order. */
const idsOf = (table: string) =>
  `to_json(ARRAY(SELECT x.id FROM ${table} x WHERE x.organization_id = p.organization_id
    ORDER BY md5(x.id::text) LIMIT ${keysOfLarge}))`

/** Returns the text of a key, the same in every run. */
const textOf = (organization: string, n: number) =>
  ApiKeyText.format(OrganizationId.make(organization), hash("sha1", `${organization} ${n}`))

/**
 * Gives every organization of a world its keys. Candor finds a key within its organization; the peers find it by its
 * hash only, as one would write it, and without an index of their own they would scan all keys each time.
 */
export const make = async ({ url }: World, options: { readonly keyIndex: boolean }): Promise<Tenants> => {
  const sql = new SQL(url, { max: 1 })
  const organizations: ReadonlyArray<{
    readonly o: number
    readonly organization_id: string
    readonly applications: ReadonlyArray<string>
    readonly candidates: ReadonlyArray<string>
    readonly prospects: ReadonlyArray<string>
  }> = await sql.unsafe(
    `SELECT p.o, p.organization_id, ${idsOf("applications")} AS applications, ${idsOf("candidates")} AS candidates,
      ${idsOf("prospects")} AS prospects
    FROM bench_plan p ORDER BY p.o`
  )
  const keys = organizations.map(({ o, organization_id }) => ({
    o,
    texts: Array.from({ length: o === 0 ? keysOfLarge : keysOfSmall }, (_, n) => textOf(organization_id, n))
  }))
  await storeKeys(sql, keys)
  if (options.keyIndex) await sql.unsafe("CREATE UNIQUE INDEX bench_api_keys_hash ON api_keys (hash)")
  await sql.unsafe("VACUUM (ANALYZE) api_keys")
  await sql.close()
  const [large, ...small] = organizations.map(({ applications, candidates, prospects }, at) =>
    keys[at]!.texts.map((key, n): Tenant => ({
      key,
      application: applications[n % applications.length]!,
      candidate: candidates[n % candidates.length]!,
      prospect: prospects[n % prospects.length]!,
      mixProspect: prospects[(n + keysOfSmall) % prospects.length]!
    }))
  )
  const byHash = small.flat().map((tenant) => [hash("md5", tenant.key), tenant] as const)
    .toSorted(([one], [other]) => one < other ? -1 : 1)
  return { small: byHash.map(([, tenant]) => tenant), large: large! }
}
