/**
 * Hosts that somebody has typed in: requests go to public addresses only. A host is resolved once, all its addresses
 * are checked, and the connection uses a checked address, so that a name that resolves to another address a moment
 * later has no effect (DNS rebinding).
 */
import { Effect, Schema } from "effect"
import { addressesOf, familyOf, isPublic, unbracketed } from "./PublicAddress.ts"

/** An address to connect to. */
export interface Address {
  readonly address: string
  readonly family: 4 | 6
}

/**
 * The host has no public address. The organization sees the message in its delivery log, so it is the same for a
 * private name and for an unknown one.
 */
export class HostRefused extends Schema.TaggedError<HostRefused>()("HostRefused", { host: Schema.String }) {
  override get message() {
    return `${this.host} has no public address`
  }
}

/** Fails, and logs the reason for the operator. The failure does not contain it. */
const refuse = (host: string, why: string) =>
  Effect.logInfo("A host that was typed in was refused").pipe(
    Effect.annotateLogs({ host, why }),
    Effect.andThen(Effect.fail(new HostRefused({ host })))
  )

/** Returns an address of a host to connect to. Fails if one of its addresses is not public, except in development. */
export const resolve = (
  hostname: string,
  options: { readonly development: boolean }
): Effect.Effect<Address, HostRefused> =>
  Effect.gen(function*() {
    const host = unbracketed(hostname)
    const addresses = yield* addressesOf(host)
    const [first] = addresses
    if (first === undefined) return yield* refuse(host, "the resolver does not know the name")
    const notPublic = options.development ? undefined : addresses.find((address) => !isPublic(address))
    if (notPublic !== undefined) return yield* refuse(host, `its address ${notPublic} is not public`)
    return { address: first, family: familyOf(first) === 6 ? 6 : 4 }
  })
