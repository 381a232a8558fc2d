import {
  mayFollow,
  maxPasskeys,
  parseUserHandle,
  PasskeyExists,
  PasskeyNotFound,
  userHandle
} from "@candor/domain/authentication/Passkey"
import * as SignIn from "@candor/domain/authentication/SignIn"
import { OrganizationId, PasskeyId, UserId } from "@candor/domain/Id"
import { LimitReached } from "@candor/domain/Limit"
import { add } from "@candor/domain/organization/Member"
import { expect, test } from "bun:test"
import { Option, Result } from "effect"
import { contextAt, id } from "./context.ts"

const organization = { id: OrganizationId.make(id(42)), name: "Acme" }
const member =
  Result.getOrThrow(add({ full_name: "Mary Allen", email: "mary@example.com", role: "write" }, null, contextAt()))
    .entity
const none: SignIn.SignIn = {
  member,
  organization,
  password_hash: "hash",
  link_expires_at: null,
  passkeys: [],
  identities: [],
  session: null
}
const deactivated = { ...member, status: "deactivated" } as const
const refused = Result.fail(new SignIn.SignInRefused())

const draft = (credential_id: string) => ({ name: "Laptop", credential_id, public_key: "key", counter: 0 })
const added = Result.getOrThrow(SignIn.addPasskey(none, draft("one"), contextAt()))
const [passkey] = added.entity.passkeys

test("a passkey is added once, ten at most, for an active member, with an event that has nothing of it", () => {
  expect(passkey).toMatchObject({ ...draft("one"), created_at: contextAt().now, last_used_at: null })
  expect(added.entity).toMatchObject({ password_hash: "hash", session: null })
  expect(added.events).toEqual([{ type: "member.passkey_added", subject_id: member.id, data: { ...member } }])
  expect(SignIn.addPasskey(added.entity, draft("one"), contextAt())).toEqual(Result.fail(new PasskeyExists()))
  expect(SignIn.addPasskey({ ...none, member: deactivated }, draft("one"), contextAt())).toEqual(refused)
  const ten = { ...none, passkeys: Array.from({ length: 10 }, () => passkey!) }
  expect(SignIn.addPasskey(ten, draft("another"), contextAt())).toEqual(
    Result.fail(new LimitReached({ ...maxPasskeys, present: 10, added: 1 }))
  )
})

test("a passkey opens a session of an active member, and keeps its count and last use", () => {
  const { entity, events } = Result.getOrThrow(
    SignIn.openByPasskey(added.entity, { credential_id: "one", counter: 3 }, contextAt("09:00:00.000"))
  )
  expect(entity.passkeys).toEqual([{ ...passkey!, counter: 3, last_used_at: contextAt("09:00:00.000").now }])
  expect([entity.session?.created_at, events]).toEqual([contextAt("09:00:00.000").now, []])
  for (
    const [signIn, attempt] of [
      [entity, { credential_id: "one", counter: 3 }],
      [entity, { credential_id: "two", counter: 4 }],
      [{ ...entity, member: deactivated }, { credential_id: "one", counter: 4 }]
    ] as const
  ) expect(SignIn.openByPasskey(signIn, attempt, contextAt())).toEqual(refused)
})

test("a removed passkey leaves the others and the password, and opens a session in the place of all", () => {
  const two = { ...added.entity, passkeys: [passkey!, { ...passkey!, ...draft("two"), id: PasskeyId.make(id(8)) }] }
  const { entity, events } = Result.getOrThrow(SignIn.removePasskey(two, passkey!.id, contextAt()))
  expect(entity).toMatchObject({
    password_hash: "hash",
    passkeys: [{ credential_id: "two" }],
    session: { created_at: contextAt().now }
  })
  expect(events.map(({ subject_id, type }) => [type, subject_id])).toEqual([["member.passkey_removed", member.id]])
  const unknown = PasskeyId.make(id(7))
  expect(SignIn.removePasskey(two, unknown, contextAt())).toEqual(Result.fail(new PasskeyNotFound({ id: unknown })))
  expect(SignIn.removePasskey({ ...two, member: deactivated }, passkey!.id, contextAt())).toEqual(refused)
})

test("a count of signatures grows, or is always 0", () => {
  for (const [stored, counter] of [[0, 0], [0, 1], [5, 6], [5, 500]] as const)
    expect(mayFollow(stored, counter)).toBe(true)
  for (const [stored, counter] of [[1, 1], [5, 4], [5, 0]] as const) expect(mayFollow(stored, counter)).toBe(false)
})

test("a user handle is 64 characters that name the member and the organization, and nothing else is read as one", () => {
  const holder = { organization_id: organization.id, user_id: UserId.make(id(43)) }
  const handle = userHandle(holder)
  expect(handle).toMatch(/^[0-9a-f]{64}$/)
  expect(parseUserHandle(handle)).toEqual(Option.some(holder))
  for (const other of ["", handle.slice(1), `${handle}0`, handle.toUpperCase().replace(/[0-9]/g, "A"), `${handle}\n`]) {
    expect(parseUserHandle(other)).toEqual(Option.none())
  }
})
