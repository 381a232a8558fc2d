/**
 * Resolves the host of a mail server. Its name is looked up once, every address is checked, and the connection goes to
 * a checked address. So a name that later resolves to another address has no effect (DNS rebinding).
 */
import { addressesOf, familyOf, isPublic, unbracketed } from "@candor/connections/guarded/PublicAddress"
import type { SmtpServer, Trouble } from "@candor/domain/mail/MailServer"
import { Duration, Effect } from "effect"

/** Restricts the servers that may be reached. */
export interface MailPolicy {
  /** `CANDOR_MAIL_PRIVATE=allow`: servers in private networks are allowed. */
  readonly allowsPrivate: boolean
}

/** A host to which connections are allowed. */
export interface MailHost {
  /** Its checked addresses, the preferred one first. */
  readonly addresses: readonly [string, ...ReadonlyArray<string>]
  /** The name for the TLS handshake and the certificate; undefined if the host is an address. */
  readonly servername: string | undefined
}

const lookupTimeout = Duration.seconds(10)

const trouble = (problem: Trouble["problem"]) => Effect.fail<Trouble>({ problem, detail: null })

/**
 * Returns where to connect. Fails with `host_unknown`; with `no_answer`, if the resolver does not respond within 10 s;
 * with `private_address`, if an address is private and the policy refuses that; and with `encryption`, for `security:
 * "none"` to a public address.
 */
export const resolve = (
  { host, security }: Pick<SmtpServer, "host" | "security">,
  policy: MailPolicy
): Effect.Effect<MailHost, Trouble> =>
  Effect.gen(function*() {
    const name = unbracketed(host).replace(/\.$/, "")
    const [first, ...others] = yield* addressesOf(name).pipe(
      Effect.timeoutOrElse({ duration: lookupTimeout, orElse: () => trouble("no_answer") })
    )
    if (first === undefined) return yield* trouble("host_unknown")
    const addresses = [first, ...others] as const
    if (!policy.allowsPrivate && !addresses.every(isPublic)) return yield* trouble("private_address")
    if (security === "none" && addresses.some(isPublic)) return yield* trouble("encryption")
    return { addresses, servername: familyOf(name) === 0 ? name : undefined }
  })
