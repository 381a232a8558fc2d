/** What the console repeats of the domain, because its types alone are in the browser. */
import { includes, Scope } from "@candor/domain/access/Scope"
import { Password } from "@candor/domain/access/SignIn"
import { expect, test } from "bun:test"
import { Schema } from "effect"
import { mayDo, minPassword } from "../src/session/rights.ts"

test("the console asks for a password as long as the domain does", () => {
  const isPassword = Schema.is(Password)
  expect([minPassword - 1, minPassword].map((length) => isPassword("x".repeat(length)))).toEqual([false, true])
})

test.each(Scope.literals.flatMap((granted) => Scope.literals.map((required) => [granted, required] as const)))(
  "with the scope %s the console shows what needs %s as the domain allows it",
  (scope, required) => {
    expect(mayDo({ scope }, required))
      .toBe(includes(scope, required))
  }
)
