/** Organizations with their people, keys and data: the setting of the API's tests. */
import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationId, type JobId, type OrganizationId, type UserId } from "@candor/domain/Id"
import { Members } from "@candor/domain/organization/Members"
import type { Organization } from "@candor/domain/organization/Organization"
import { Organizations } from "@candor/domain/organization/Organizations"
import type { Plan } from "@candor/domain/organization/Plan"
import type { Scope } from "@candor/domain/access/Scope"
import { fromMillis } from "@candor/domain/Timestamp"
import type { TestDatabase } from "@candor/sql/testing/Databases"
import { connect } from "@candor/sql/testing/ConnectedAppCalls"
import { asked, assessed } from "@candor/sql/testing/CriteriaCalls"
import { importedTo, uploadingTo } from "@candor/sql/testing/ImportCalls"
import * as Mails from "@candor/sql/testing/MailCalls"
import * as Access from "@candor/sql/testing/Access"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Call, client } from "./Client.ts"
import { type Ids, type MadeIds, otherIds, type OtherIds } from "./Ids.ts"
import { type Makers, makers } from "./Makers.ts"
import { type Backend, open, type ServerOptions, type TestServer } from "./TestServer.ts"

/** The texts of an organization's keys. All except `other_author` act on behalf of the same user. */
export interface Keys {
  readonly admin: string
  readonly write: string
  readonly read: string
  readonly other_author: string
  readonly expired: string
  readonly revoked: string
}

export interface Tenant {
  readonly organization: Organization
  readonly keys: Keys
  /** Creates things with the key `write`, and webhooks with `admin`. */
  readonly make: Makers
}

export interface FilledTenant extends Tenant {
  /** Creates the wanted things that no operation creates. */
  readonly makeOthers: (wanted: ReadonlySet<keyof Ids>, application?: string) => Promise<Partial<OtherIds>>
  /** One of everything; the application also has an attachment and a completed AI profile. */
  readonly ids: Ids
}

export interface World {
  readonly backend: Backend
  readonly server: TestServer
  readonly call: Call
  readonly own: Tenant
  /** The other organization. */
  readonly foreign: Tenant
}

export interface FilledWorld extends World {
  readonly own: FilledTenant
}

export interface SharedWorld extends FilledWorld {
  readonly foreign: FilledTenant
}

const key = (organization: OrganizationId, user_id: UserId, scope: Scope, expires = false) =>
  Access.key(organization, {
    user_id,
    name: scope,
    scope,
    expires_at: expires ? fromMillis(Date.UTC(2020, 0, 1)) : null
  })

/** Creates an organization with two users and a key of every kind. */
export const organization = (options: { readonly name: string; readonly plan: Plan }) =>
  Effect.gen(function*() {
    const organizations = yield* Organizations
    const organization = yield* organizations.create(options)
    const ada = yield* Access.member(organization.id, { full_name: "Ada Lovelace", email: "ada@example.com" })
    const alan = yield* Access.member(organization.id, { full_name: "Alan Turing", email: "alan@example.com" })
    const sql = yield* SqlClient.SqlClient
    const revoked = yield* key(organization.id, ada.id, "admin")
    yield* sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${revoked.id}`
    const keys: Keys = {
      admin: (yield* key(organization.id, ada.id, "admin")).text,
      write: (yield* key(organization.id, ada.id, "write")).text,
      read: (yield* key(organization.id, ada.id, "read")).text,
      other_author: (yield* key(organization.id, alan.id, "write")).text,
      expired: (yield* key(organization.id, ada.id, "admin", true)).text,
      revoked: revoked.text
    }
    return { organization, keys }
  })

/** Stores an AI profile like the worker. */
const enrich = (organization_id: OrganizationId, { candidateId }: MadeIds) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      INSERT INTO ai_profiles
        (organization_id, id, candidate_id, status, linkedin_url, summary, extracted_json, created_at, updated_at)
      VALUES (${organization_id}, ${crypto.randomUUID()}, ${candidateId}, 'completed',
        'https://www.linkedin.com/in/grace-hopper', 'Wrote the first compiler.', '{"skills": ["COBOL"]}', now(), now())`
  })

/** Stores a dead letter. */
const failedWork = (organization_id: OrganizationId) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const workId = crypto.randomUUID()
    yield* sql`
      INSERT INTO queue
        (id, queue_name, element, state, attempts, last_failure, visible_at, created_at, updated_at)
      VALUES (${workId}, 'test', ${
      JSON.stringify({ organization_id })
    }, 'failed', 5, 'It did not work.', now(), now(), now())`
    return workId
  })

/** Creates a criterion of the application's job, with a verdict for the application. */
const criterionOf = Effect.fnUntraced(function*(actor: Actor, application: ApplicationId) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly job_id: JobId }>`
    SELECT a.job_id FROM applications a WHERE a.organization_id = ${actor.organization_id} AND a.id = ${application}`
  const { criteria } = yield* asked(actor, row!.job_id)
  yield* assessed(actor, application)
  return criteria[0]!.id
})

/** Creates the wanted things that no operation creates. */
const others = ({ id: organization_id }: Organization, application: string, wanted: ReadonlySet<keyof Ids>) =>
  Effect.gen(function*() {
    const worker = { organization_id, worker: "mails", request_id: "test" }
    const members = yield* Members
    const { items: [member] } = yield* members.list(organization_id, { limit: 1, offset: 0, after: undefined })
    const actor: Actor = { organization_id, user_id: member!.id, api_key_id: null, request_id: "test" }
    return {
      ...(wanted.has("appId")
        ? {
          appId:
            (yield* connect({ ...actor, user_id: (yield* members.withEmail(organization_id, "ada@example.com"))!.id }))
              .id
        }
        : {}),
      ...(wanted.has("criterionId") ? { criterionId: yield* criterionOf(actor, ApplicationId.make(application)) } : {}),
      ...(wanted.has("importId") ? { importId: yield* importedTo(actor, "ready") } : {}),
      ...(wanted.has("endedImportId") ? { endedImportId: yield* importedTo(actor, "completed") } : {}),
      ...(wanted.has("uploadingImportId") ? { uploadingImportId: yield* uploadingTo(actor) } : {}),
      ...(wanted.has("messageId") ? { messageId: (yield* Mails.received(worker, null, {}, [])).id } : {}),
      ...(wanted.has("failedMessageId")
        ? { failedMessageId: (yield* Mails.refused(worker, ApplicationId.make(application))).id }
        : {}),
      ...(wanted.has("workId") ? { workId: yield* failedWork(organization_id) } : {})
    }
  })

interface Options {
  readonly name: string
  readonly plan: Plan
}

/** Creates an organization with its people and keys only. */
export const tenant = async (backend: Backend, call: Call, options: Options): Promise<Tenant> => {
  const { keys, organization: { id, name, plan } } = await backend.run(organization(options))
  return { organization: { id, name, plan }, keys, make: makers(call, keys.write, keys.admin) }
}

const makerOfOthers =
  (backend: Backend, organization: Organization, application: string) =>
  (wanted: ReadonlySet<keyof Ids>, of = application) => backend.run(others(organization, of, wanted))

/** Creates an organization with an application on a job, and the wanted things besides. */
export const tenantWith = async (
  backend: Backend,
  call: Call,
  options: Options,
  wanted: ReadonlySet<keyof Ids>
): Promise<FilledTenant> => {
  const empty = await tenant(backend, call, options)
  const made = await empty.make.some(new Set([...wanted, "id"])) as MadeIds
  const makeOthers = makerOfOthers(backend, empty.organization, made.id)
  return { ...empty, makeOthers, ids: { ...made, ...await makeOthers(wanted) as OtherIds } }
}

/** Creates an organization with one of everything, which takes seven times as long. */
export const filledTenant = async (backend: Backend, call: Call, options: Options): Promise<FilledTenant> => {
  const empty = await tenant(backend, call, options)
  const made = await empty.make.chain()
  await backend.run(enrich(empty.organization.id, made))
  const makeOthers = makerOfOthers(backend, empty.organization, made.id)
  return { ...empty, makeOthers, ids: { ...made, ...await makeOthers(new Set(otherIds)) as OtherIds } }
}

type MakeTenant<Made extends Tenant> = (backend: Backend, call: Call, options: Options) => Promise<Made>

const worldOf =
  <Own extends Tenant, Foreign extends Tenant>(own: MakeTenant<Own>, foreign: MakeTenant<Foreign>) =>
  async (database: TestDatabase, options: ServerOptions = {}) => {
    const backend = await open(database)
    const server = await backend.serve(options)
    const call = client(server.base_url)
    return {
      backend,
      server,
      call,
      own: await own(backend, call, { name: "Acme", plan: "enterprise" }),
      foreign: await foreign(backend, call, { name: "Globex", plan: "enterprise" })
    }
  }

/** Opens a server on a new database of this kind, with two organizations without data. */
export const world: (database: TestDatabase, options?: ServerOptions) => Promise<World> = worldOf(tenant, tenant)

/** The same, with an application on a job in both organizations, and the wanted things besides. */
export const worldWith = (database: TestDatabase, ...wanted: ReadonlyArray<keyof Ids>): Promise<SharedWorld> => {
  const make: MakeTenant<FilledTenant> = (...made) => tenantWith(...made, new Set(wanted))
  return worldOf(make, make)(database)
}

/** The same, with one of everything in the first organization. */
export const filledWorld: (database: TestDatabase, options?: ServerOptions) => Promise<FilledWorld> = worldOf(
  filledTenant,
  tenant
)

/** The same, with one of everything in both. */
export const sharedWorld: (database: TestDatabase, options?: ServerOptions) => Promise<SharedWorld> = worldOf(
  filledTenant,
  filledTenant
)
