/** What the console repeats of the domain, because its types alone are in the browser. */
import { includes, Scope } from "@candor/domain/access/Scope"
import { Password } from "@candor/domain/authentication/SignIn"
import { expect, test } from "bun:test"
import { Schema } from "effect"
import { type Granted, mayDecide, mayDo, minPassword, seesNote } from "../src/session/rights.ts"

test("the console asks for a password as long as the domain does", () => {
  const isPassword = Schema.is(Password)
  expect([minPassword - 1, minPassword].map((length) => isPassword("x".repeat(length)))).toEqual([false, true])
})

test.each(Scope.literals.flatMap((granted) => Scope.literals.map((required) => [granted, required] as const)))(
  "with the scope %s the console shows what needs %s as the domain allows it",
  (scope, required) => {
    expect(mayDo({ scope, isLimited: false }, required))
      .toBe(includes(scope, required))
  }
)

const everyRight = ["read", "comment", "write", "admin"] as const
const everyRole = [undefined, "hiring_manager", "recruiter", "coordinator", "interviewer", "sourcer"] as const

test.each<readonly [string, Granted, rights: string, deciding: string]>([
  [
    "an administrator",
    { scope: "admin", isLimited: false },
    "read comment write admin",
    "none hiring_manager recruiter coordinator interviewer sourcer"
  ],
  [
    "a member who writes",
    { scope: "write", isLimited: false },
    "read comment write",
    "none hiring_manager recruiter coordinator interviewer sourcer"
  ],
  ["a member who reads", { scope: "read", isLimited: false }, "read", ""],
  ["a limited member", { scope: "write", isLimited: true }, "read comment", "hiring_manager recruiter"],
  ["a key of a limited member that reads", { scope: "read", isLimited: true }, "read", ""]
])("%s is offered what the server accepts, by the role in the team", (_, granted, rights, deciding) => {
  expect(everyRight.filter((right) => mayDo(granted, right)).join(" ")).toBe(rights)
  expect(everyRole.filter((role) => mayDecide(granted, role)).map((role) => role ?? "none").join(" ")).toBe(deciding)
})

test.each<
  readonly [role: Parameters<typeof seesNote>[0]["role"], isInTeam: boolean, isTeamOnly: boolean, sees: boolean]
>([
  ["admin", false, true, true],
  ["write", true, true, true],
  ["write", false, true, false],
  ["read", false, false, true],
  ["limited", true, true, true],
  ["limited", false, false, false]
])(
  "a member with the role %s, in the team: %p, sees a note for the team alone: %p: %p",
  (role, isInTeam, isTeamOnly, sees) => {
    expect(seesNote({ id: "ada", role }, { team: new Set(isInTeam ? ["ada"] : ["alan"]), isTeamOnly })).toBe(sees)
  }
)
