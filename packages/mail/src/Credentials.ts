/** The credentials for a mail server: a password, or the access token of a connected account. */
import type { Trouble } from "@candor/domain/mail/MailServer"
import { Effect, type Redacted } from "effect"

export interface Credential {
  readonly kind: "password" | "token"
  readonly secret: Redacted.Redacted
}

/**
 * Returns the current credential; null if the server needs none. With `refused`, returns another token than this one.
 */
export type Credentials = (refused?: Redacted.Redacted) => Effect.Effect<Credential | null, Trouble>

/** A constant password. */
export const withPassword = (secret: Redacted.Redacted | null): Credentials => () =>
  Effect.succeed(secret === null ? null : { kind: "password", secret })

const isRefusal = ({ problem }: Trouble) => problem === "authentication"

/** Runs a sign-in, and once more with a new token if the server refuses the first: providers may end tokens early. */
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
