/** Loads the values that pages show. */
import { NotFound } from "@candor/client"
import { useQueries, useQuery } from "@tanstack/react-query"
import { useCallback } from "react"
import { queries } from "./queries.ts"
import { asking, changeKept } from "./store.ts"

/** The key of an answer. It begins with a noun, whose events reload the answer. */
export type Key = ReadonlyArray<string>

export interface Loaded<A> {
  readonly value: A | undefined
  /** The failure of the latest load. A value that was loaded before stays, unless the resource no longer exists. */
  readonly error: unknown
  readonly reload: () => void
}

export interface LoadedValue<A> extends Loaded<A> {
  /** Replaces the value, for example after a change that the server has confirmed. */
  readonly replace: (change: (value: A) => A) => void
}

/** Milliseconds for which a loaded answer counts as fresh. */
export type Fresh = number | (() => number)

/** Loads the value of a key, now and whenever the key changes, unless it is fresh. */
export const useLoaded = <A>(
  key: Key,
  load: (signal: AbortSignal) => Promise<A>,
  staleTime: Fresh = 0
): LoadedValue<A> => {
  const { data, error, refetch } = useQuery(
    { queryKey: key, queryFn: ({ signal }) => asking(key, () => load(signal)), staleTime },
    queries
  )
  const name = key.join(" ")
  const reload = useCallback(() => void refetch(), [refetch])
  const replace = useCallback((change: (value: A) => A) => changeKept<A>(key, change), [name])
  return { value: error instanceof NotFound ? undefined : data, error: error ?? undefined, reload, replace }
}

/** Loads a part of an answer, with the options of `useLoaded`. */
export const useLoadedPart = <A, Part>(
  key: Key,
  load: (signal: AbortSignal) => Promise<A>,
  partOf: (value: A) => Part
): Loaded<Part> => {
  const { error, reload, value } = useLoaded(key, load)
  return { error, reload, value: value === undefined ? undefined : partOf(value) }
}

/**
 * Loads one answer for each of these owners, under a key of its own, unless it is fresh. `values` has undefined for one
 * that is not loaded.
 */
export const useLoadedOf = <A>(
  noun: string,
  owners: ReadonlyArray<string>,
  load: (owner: string, at: number, signal: AbortSignal) => Promise<A>,
  freshOf: (at: number) => Fresh = () => 0
) => {
  const results = useQueries({
    queries: owners.map((owner, at) => ({
      queryKey: [noun, owner],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => asking([noun, owner], () => load(owner, at, signal)),
      staleTime: freshOf(at)
    }))
  }, queries)
  const values = results.map(({ data }) => data)
  return { values, reload: () => Promise.all(results.map(({ refetch }) => refetch())) }
}
