/** Prints an encrypted password, for a test in which several processes create the key at the same time. */
import type { OrganizationId } from "@candor/domain/Id"
import { Secrets } from "@candor/connections/Secrets"
import { Effect, Redacted } from "effect"

const owner = { organization_id: process.argv[2] as OrganizationId, account: "smtp" } as const
const encrypted = Effect.flatMap(Secrets, (secrets) => secrets.encrypt(owner, Redacted.make("horse")))
process.stdout.write(await Effect.runPromise(Effect.provide(encrypted, Secrets.layer)))
