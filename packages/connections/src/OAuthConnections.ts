/**
 * Connected accounts (OAuth), each with an owner, such as mail. All processes share an access token, and one at a time
 * refreshes it before it expires: many providers issue a new refresh token each time, and revoke the previous one.
 */
import type {
  Connection,
  ConnectionOwner,
  ConnectionTrouble,
  EndedConnection,
  Provider,
  Tokens
} from "@candor/domain/connection/Connection"
import { Connections } from "@candor/domain/connection/Connections"
import { fromMillis, millisBetween, now } from "@candor/domain/Timestamp"
import { Clock, Context, Effect, Layer, Option, Redacted } from "effect"
import { clients, ConsentFailed, type Flow } from "./Providers.ts"
import { Secrets } from "./Secrets.ts"

/**
 * The milliseconds before its expiry at which an access token is refreshed: clocks differ, and connecting takes a
 * moment.
 */
const margin = 300_000

/**
 * The seconds for which a process may refresh: longer than a provider's time limit and the attempts to store the
 * tokens.
 */
const leaseSeconds = 60
const [pause, maxPauses] = ["200 millis", leaseSeconds * 5] as const

/** The most refreshed tokens that a process remembers until they are stored. */
const maxRenewed = 1000

/**
 * Makes the trouble of an ended connection. `detail` is null if the provider did not end it: the tokens are missing or
 * cannot be decrypted.
 */
const endedTrouble = (detail: string | null): ConnectionTrouble => ({ problem: "consent_ended", detail })
const noApp: ConnectionTrouble = {
  problem: "app_refused",
  detail: "The settings of this service name no app at the provider"
}

export class OAuthConnections extends Context.Service<OAuthConnections, {
  /** The providers whose accounts can be connected. */
  readonly providers: ReadonlyArray<Provider>
  /** Returns the address for the browser to give consent at, and the flow that it keeps until it returns. */
  readonly begin: (
    provider: Provider,
    scopes: ReadonlyArray<string>,
    redirect_uri: string
  ) => Effect.Effect<{ readonly url: string; readonly flow: Flow }, ConsentFailed>
  /** Returns the connection to store, after somebody came back from the provider to this address. */
  readonly complete: (
    owner: ConnectionOwner,
    url: URL,
    scopes: ReadonlyArray<string>,
    flow: Flow
  ) => Effect.Effect<Connection & { readonly account: string }, ConsentFailed>
  /**
   * Returns a valid access token, and never `refused`, which a server has rejected. A transaction's rollback does not
   * undo refreshing.
   */
  readonly token: (
    owner: ConnectionOwner,
    refused?: Redacted.Redacted
  ) => Effect.Effect<Redacted.Redacted, ConnectionTrouble>
  /** Revokes the grant of an ended connection at the provider, if the provider supports it. */
  readonly revoke: (ended: EndedConnection) => Effect.Effect<void, ConnectionTrouble>
}>()("@candor/connections/OAuthConnections") {
  static readonly layer = Layer.effect(
    OAuthConnections,
    Effect.gen(function*() {
      const connections = yield* Connections
      const secrets = yield* Secrets
      const known = yield* clients

      const secretOwner = ({ organization_id, owner }: ConnectionOwner, name: keyof Tokens) => ({
        organization_id,
        account: `${owner} ${name}`
      })

      const sealed = (
        owner: ConnectionOwner,
        refresh: Redacted.Redacted,
        access: Redacted.Redacted,
        seconds: number
      ): Effect.Effect<Tokens> =>
        Effect.gen(function*() {
          const refresh_token = yield* secrets.encrypt(secretOwner(owner, "refresh_token"), refresh)
          const access_token = yield* secrets.encrypt(secretOwner(owner, "access_token"), access)
          return {
            refresh_token,
            access_token,
            expires_at: fromMillis((yield* Clock.currentTimeMillis) + seconds * 1000)
          }
        })

      const opened = <Name extends "refresh_token" | "access_token">(
        owner: ConnectionOwner,
        name: Name,
        tokens: Pick<Tokens, Name>
      ) => Effect.mapError(secrets.decrypt(secretOwner(owner, name), tokens[name]), () => endedTrouble(null))

      /**
       * Tokens that this process got for refresh tokens, by the refresh token as stored; null while it requests them. A
       * transaction still reads the old row until it ends.
       */
      const renewed = new Map<string, Tokens | null>()
      const remember = (stored: string, tokens: Tokens | null | undefined) => {
        renewed.delete(stored)
        if (tokens === undefined) return
        if (renewed.size >= maxRenewed) renewed.delete([...renewed.keys()][0]!)
        renewed.set(stored, tokens)
      }

      /**
       * Refreshes a token; the process has to hold the lease. Uninterruptible, because a new token that is not stored
       * would be lost.
       */
      const refreshed = Effect.fn("Connections.refresh")(
        function*({ organization_id, owner: name, provider, refresh_token }: Connection, tokens: Tokens) {
          const owner = { organization_id, owner: name }
          const used = { ...owner, refresh_token }
          return yield* Effect.gen(function*() {
            const client = known.get(provider)
            if (client === undefined) return yield* Effect.fail(noApp)
            const refresh = yield* opened(owner, "refresh_token", tokens)
            const grant = yield* client.refresh(refresh)
            const next = yield* sealed(owner, grant.refresh_token ?? refresh, grant.access_token, grant.seconds)
            remember(refresh_token, next)
            yield* connections.renew(used, next)
            return grant.access_token
          }).pipe(
            Effect.tapError(({ detail, problem }) =>
              connections.release(used, problem === "consent_ended" ? detail : null)
            )
          )
        },
        Effect.uninterruptible
      )

      /** Refreshes unless another process, or another fiber of this one, is refreshing. */
      const tryRefresh = (found: Connection, before: Tokens | undefined) =>
        Effect.suspend(() => {
          remember(found.refresh_token, null)
          return Effect.flatMap(connections.claim(found, leaseSeconds), (isClaimed) =>
            isClaimed ? Effect.map(refreshed(found, before ?? found), Option.some) : Effect.succeedNone)
        }).pipe(Effect.ensuring(Effect.sync(() => {
          if (renewed.get(found.refresh_token) === null)
            remember(found.refresh_token, before)
        })))

      const token = Effect.fn("Connections.token")(
        function*({ organization_id, owner: name }: ConnectionOwner, refused?: Redacted.Redacted) {
          const owner = { organization_id, owner: name }
          for (let pauses = 0; pauses < maxPauses; pauses++) {
            const found = Option.getOrUndefined(yield* connections.get(owner))
            if (found === undefined) return yield* Effect.fail(endedTrouble(null))
            if (found.failure !== null) return yield* Effect.fail(endedTrouble(found.failure))
            const got = renewed.get(found.refresh_token)
            if (got !== null) {
              const { expires_at } = got ?? found
              const access = yield* opened(owner, "access_token", got ?? found)
              const lasts = millisBetween(yield* now, expires_at) > margin
              if (lasts && (refused === undefined || Redacted.value(refused) !== Redacted.value(access))) return access
              // Another fiber may have begun in the meantime.
              const next = renewed.get(found.refresh_token) === got ? yield* tryRefresh(found, got) : Option.none()
              if (Option.isSome(next)) return next.value
            }
            yield* Effect.sleep(pause)
          }
          return yield* Effect.fail<ConnectionTrouble>({ problem: "busy", detail: null })
        }
      )

      const clientFor = (provider: Provider) =>
        Option.match(Option.fromUndefinedOr(known.get(provider)), {
          onNone: () => Effect.fail(new ConsentFailed({ problem: "app_refused", detail: noApp.detail })),
          onSome: (client) => Effect.succeed(client)
        })

      return OAuthConnections.of({
        providers: [...known.keys()],
        begin: (provider, scopes, redirect_uri) =>
          Effect.flatMap(clientFor(provider), (client) => client.begin(scopes, redirect_uri)),
        complete: Effect.fnUntraced(function*(owner, url, scopes, flow) {
          const client = yield* clientFor(flow.provider)
          const { access_token, account, refresh_token, seconds } = yield* client.complete(url, scopes, flow)
          const connected_at = yield* now
          const tokens = yield* sealed(owner, refresh_token, access_token, seconds)
          return { ...owner, provider: flow.provider, account, connected_at, failure: null, ...tokens }
        }),
        token,
        revoke: Effect.fn("Connections.revoke")(function*(ended) {
          const client = known.get(ended.provider)
          if (client === undefined) return yield* Effect.fail(noApp)
          yield* client.revoke(yield* opened(ended, "refresh_token", ended))
        })
      })
    })
  ).pipe(Layer.provide(Secrets.layer))
}
