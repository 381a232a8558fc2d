/** Loads the resource that a dialog edits, as it is when the dialog opens. */
import { responseOf } from "@candor/client"
import { useState } from "react"
import { type Key, type Loaded, useLoaded } from "./useLoaded.ts"

export interface Opened<A> {
  readonly value: A
  /** The entity tag at that time, so that a save does not overwrite somebody else's later change. */
  readonly etag: string | undefined
}

/** Loads the edited resource anew each time the dialog opens. */
export const useOpened = <Body extends object, A>(
  key: Key,
  get: (signal: AbortSignal) => Promise<Body>,
  of: (body: Body) => A
): Loaded<Opened<A>> => {
  const [opening] = useState(() => crypto.randomUUID())
  return useLoaded([...key, opening], async (signal): Promise<Opened<A>> => {
    const answer = await get(signal)
    return { value: of(answer), etag: responseOf(answer).etag }
  })
}
