/** What a server is signed in to with: a password, or the access token of a connected account. */
import type { Trouble } from "@candor/domain/mail/MailServer"
import { Effect, type Redacted } from "effect"

export interface Credential {
  readonly kind: "password" | "token"
  readonly secret: Redacted.Redacted
}

/** Returns what to sign in with now, null where the server asks for nothing; another token than `refused`. */
export type Credentials = (refused?: Redacted.Redacted) => Effect.Effect<Credential | null, Trouble>

/** A password that stays as it is. */
export const withPassword = (secret: Redacted.Redacted | null): Credentials => () =>
  Effect.succeed(secret === null ? null : { kind: "password", secret })

const isRefusal = ({ problem }: Trouble) => problem === "authentication"

/**
 * Runs an attempt to sign in, and another one with a new token where the server does not accept the first: providers
 * end tokens early.
 */
export const signedIn = <A, R>(
  credentials: Credentials,
  attempt: (credential: Credential | null) => Effect.Effect<A, Trouble, R>
) =>
  Effect.flatMap(
    credentials(),
    (credential) =>
      credential?.kind !== "token" ? attempt(credential) : attempt(credential).pipe(
        Effect.catchIf(isRefusal, () => Effect.flatMap(credentials(credential.secret), attempt)),
        Effect.mapError((trouble): Trouble => isRefusal(trouble) ? { ...trouble, problem: "access_refused" } : trouble)
      )
  )
