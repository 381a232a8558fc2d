/** What tests of sourcing ask with the key `write`. */
import type { Prospect } from "@candor/domain/sourcing/Prospect"
import { type ErrorBody, having, type Json, type JsonObject } from "./Client.ts"
import type { World } from "./World.ts"

export interface OneProspect {
  readonly prospect: Prospect
}

/** An error of the input, with the prospect that already has a value. */
interface Issue {
  readonly path: ReadonlyArray<Json>
  readonly message: string
  readonly existing_id?: string
}

/** Returns the errors of the input that an answer tells. */
export const issuesOf = ({ error }: ErrorBody) => error.details?.["issues"] as unknown as ReadonlyArray<Issue>

/** Takes the world of a test when it is first needed. */
export const sourcing = (here: () => World) => {
  const call = <Body>(method: string, path: string, body?: JsonObject) =>
    here().call<Body>(method, path, { key: here().own.keys.write, ...(body === undefined ? {} : { body }) })

  const add = (searchId: string, prospects: Json) =>
    call<ErrorBody>("POST", `/sourcing/searches/${searchId}/prospects`, { prospects })

  const listed = async (searchId: string) =>
    having(200)(await call<{ prospects: ReadonlyArray<Prospect> }>("GET", `/sourcing/searches/${searchId}/prospects`))
      .body.prospects

  return { add, call, listed }
}
