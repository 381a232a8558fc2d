/**
 * The apps that ask members for access. An app's id is either the URL of a document on the web (OAuth Client ID
 * Metadata Document), or an id from its registration. A registered id is the app's encrypted metadata, so that nothing
 * is stored (RFC 7591, appendix A.5.2).
 */
import { ask } from "@candor/connections/guarded/GuardedRequest"
import { Secrets } from "@candor/connections/Secrets"
import type { ConsentRefusal } from "@candor/contract/ConnectedApps"
import { ok } from "@candor/contract/Errors"
import { OrganizationId } from "@candor/domain/Id"
import { Clock, Context, Effect, Layer, RcMap, Redacted, Result, Schema, Semaphore } from "effect"
import { type Client, type MetadataRefusal, read } from "./ClientMetadata.ts"
import { privateApps } from "./OAuthSettings.ts"

/**
 * Maximum bytes of a document, twice what the draft advises; and maximum documents that are read at a time, one per
 * organization.
 */
const maxBytes = 10 * 1024
const maxReads = 4

/** Maximum documents in the cache, and milliseconds for which a document, or the failure to read it, is cached. */
const maxRemembered = 200
const rememberedMillis = 5 * 60_000
const failedMillis = 60_000

/** Maximum bytes of a registration's metadata: the id that contains it becomes part of URLs. */
const maxRegistered = 1500

/** The owner under which ids are encrypted: they belong to no organization. */
const owner = {
  organization_id: OrganizationId.make("00000000-0000-0000-0000-000000000000"),
  account: "registered app"
}

const Registered = Schema.fromJsonString(
  Schema.Struct({ name: Schema.String, redirect_uris: Schema.Array(Schema.String) })
)

/** Why an app is refused, with a description. */
export class ClientRefused extends Schema.TaggedError<ClientRefused>()("ClientRefused", {
  problem: Schema.Literals(
    ["client_unknown", "client_unreachable", "client_invalid"] satisfies ReadonlyArray<ConsentRefusal>
  ),
  detail: Schema.NullOr(Schema.String)
}) {}

const refused = (problem: ClientRefused["problem"], detail: string | null = null) =>
  new ClientRefused({ problem, detail })

/** Returns the URL of a document if it is https with a path, and has nothing that parsers read differently. */
const documentUrl = (client_id: string, allowsPrivate: boolean): URL | undefined => {
  const url = client_id.length <= 500 ? URL.parse(client_id) : null
  const isPossible = url !== null && (url.protocol === "https:" || (allowsPrivate && url.protocol === "http:")) &&
    url.href === client_id &&
    url.pathname !== "/" && url.username === "" && url.password === "" && !client_id.includes("#")
  return isPossible ? url : undefined
}

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

const WithId = Schema.Struct({ client_id: Schema.String })

export class Clients extends Context.Service<Clients, {
  /** Finds an app for a member of an organization. */
  readonly find: (client_id: string, organization: OrganizationId) => Effect.Effect<Client, ClientRefused>
  /** Returns an id for an app with this name and these redirect URIs. */
  readonly register: (client: Pick<Client, "name" | "redirect_uris">) => Effect.Effect<string, MetadataRefusal>
}>()("@candor/api/oauth/Clients") {
  static readonly layer = Layer.effect(
    Clients,
    Effect.gen(function*() {
      const allowsPrivate = yield* privateApps
      const secrets = yield* Secrets
      const reads = yield* Semaphore.make(maxReads)
      const turns = yield* RcMap.make({ lookup: (_: OrganizationId) => Semaphore.make(1) })
      const remembered = new Map<
        string,
        { readonly found: Result.Result<Client, ClientRefused>; readonly until: number }
      >()

      const readDocument = Effect.fnUntraced(function*(url: URL) {
        const call = { url: url.href, headers: { accept: "application/json" }, username: null, password: null }
        const answer = yield* ask(call, allowsPrivate, { follows: false, maxBytes }).pipe(
          reads.withPermits(1),
          Effect.mapError(({ problem }) => refused("client_unreachable", problem))
        )
        if (answer.status !== ok) return yield* refused("client_unreachable", `status ${answer.status}`)
        const document = parsed(answer.body)
        if (!Schema.is(WithId)(document) || document.client_id !== url.href)
          return yield* refused("client_invalid", "client_id: expected the address of the document")
        const metadata = read(document)
        if (Result.isFailure(metadata)) return yield* refused("client_invalid", metadata.failure.what)
        const { name, redirect_uris, token_endpoint_auth_method = "none" } = metadata.success
        // A client cannot have a secret in a document that everybody can read.
        if (token_endpoint_auth_method.startsWith("client_secret"))
          return yield* refused("client_invalid", "token_endpoint_auth_method: expected none")
        return { client_id: url.href, name, client_host: url.hostname, redirect_uris }
      })

      /** Returns the cached document, or else the result of `find`. */
      const knownOr = ({ href }: URL, find: Effect.Effect<Client, ClientRefused>) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const known = remembered.get(href)
          return known !== undefined && known.until > now ? Effect.fromResult(known.found) : find
        })

      const readAndRemember = Effect.fnUntraced(function*(url: URL) {
        const found = yield* Effect.result(readDocument(url))
        remembered.delete(url.href)
        if (remembered.size >= maxRemembered) remembered.delete(remembered.keys().next().value!)
        const until = (yield* Clock.currentTimeMillis) + (Result.isSuccess(found) ? rememberedMillis : failedMillis)
        remembered.set(url.href, { found, until })
        return yield* Effect.fromResult(found)
      })

      /**
       * Documents of one organization are read one after the other, so that slow ones do not hold up other
       * organizations.
       */
      const ofDocument = (url: URL, organization: OrganizationId) =>
        knownOr(
          url,
          Effect.scoped(Effect.flatMap(RcMap.get(turns, organization), (turn) =>
            turn.withPermits(1)(knownOr(url, readAndRemember(url)))))
        )

      const ofRegistration = (client_id: string) =>
        secrets.decrypt(owner, client_id).pipe(
          Effect.flatMap((text) => Schema.decodeEffect(Registered)(Redacted.value(text))),
          Effect.mapBoth({
            onFailure: () => refused("client_unknown"),
            onSuccess: (client): Client => ({ ...client, client_id, client_host: null })
          })
        )

      return Clients.of({
        find: (client_id, organization) => {
          const url = documentUrl(client_id, allowsPrivate)
          return url === undefined ? ofRegistration(client_id) : ofDocument(url, organization)
        },
        register: ({ name, redirect_uris }) => {
          const text = JSON.stringify({ name, redirect_uris })
          return Buffer.byteLength(text) > maxRegistered
            ? Effect.fail({
              error: "invalid_client_metadata",
              what: `expected at most ${maxRegistered} bytes of client_name and redirect_uris`
            })
            : secrets.encrypt(owner, Redacted.make(text))
        }
      })
    })
  )
}
