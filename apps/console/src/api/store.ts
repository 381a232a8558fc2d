/**
 * Keeps changes that are newer than the server's answers: those of this tab, and those from events. An answer to an
 * earlier request may lack them, so they are applied to it when it arrives, and the page does not jump back.
 */
import type { QueryKey } from "@tanstack/react-query"
import { queries } from "./queries.ts"

/** Changes a cached answer, or a page of it. Returns the same value if nothing in it changes. */
export type Apply = (value: unknown, key: QueryKey) => unknown

interface Known {
  /** The prefix of the keys that it changes. */
  readonly key: QueryKey
  /**
   * A note says that only the server knows the present value. A wish is a change that was sent, and has no server time.
   * A state has one, so that it does not replace a later state.
   */
  readonly kind: "note" | "wish" | "state"
  readonly apply: Apply
  /** When it became known; for a wish, when it was answered: Infinity until then. */
  readonly at: number
}

let known: ReadonlyArray<Known> = []

/** The start times of running loads and wishes. */
const begun = new Set<{ readonly at: number }>()

/** Drops the changes that are older than every running load and wish. */
const forget = () => {
  const first = Math.min(...[...begun].map(({ at }) => at))
  known = known.filter(({ at }) => at >= first)
}

const begin = () => {
  const begin = { at: Date.now() }
  begun.add(begin)
  return {
    since: begin.at,
    end: () => {
      begun.delete(begin)
      forget()
    }
  }
}

const isOf = (key: QueryKey, queryKey: QueryKey): boolean => key.every((part, index) => part === queryKey[index])

/** States are applied after answered wishes: the server time of a state decides which is the latest. */
const order = ({ at, kind }: Known): number => at === Infinity ? 2 : kind === "state" ? 1 : 0

const applied = (value: unknown, queryKey: QueryKey, what: ReadonlyArray<Known>): unknown =>
  what.toSorted((one, other) => order(one) - order(other))
    .reduce((value, { apply, key }) => isOf(key, queryKey) ? apply(value, queryKey) : value, value)

/** Changes all cached values whose keys begin with `queryKey`, without making them fresher. */
const changeAll = (queryKey: QueryKey, what: ReadonlyArray<Known>) => {
  for (const query of queries.getQueryCache().findAll({ queryKey })) {
    const { data, dataUpdatedAt: updatedAt, isInvalidated } = query.state
    const changed = data === undefined ? data : applied(data, query.queryKey, what)
    if (changed === data) continue
    query.setData(changed, { updatedAt, manual: true })
    if (isInvalidated) query.invalidate()
  }
}

const wishes = () => known.filter(({ at }) => at === Infinity)

const isChangedSince = (queryKey: QueryKey, since: number): boolean =>
  known.some(({ at, key, kind }) => kind === "note" && at >= since && isOf(key, queryKey))

/** Notes that all values whose keys begin with `key` have changed, whether cached or still loading. */
export const noteChange = (key: QueryKey): void => {
  const isSame = (other: Known) => other.kind === "note" && other.key.length === key.length && isOf(key, other.key)
  known = [
    ...known.filter((other) => !isSame(other)),
    { key, kind: "note", apply: (value) => value, at: Date.now() }
  ]
  forget()
}

/**
 * Reloads all cached values whose keys begin with `queryKey` after a change by this tab; also those that are being
 * loaded now, which may lack the change.
 */
export const reloadChanged = (queryKey: QueryKey): Promise<void> => {
  noteChange(queryKey)
  return queries.invalidateQueries({ queryKey })
}

/** Applies a change to all cached values whose keys begin with `key`, and to answers that are still loading. */
export const keepState = (key: QueryKey, apply: Apply): void => {
  const state: Known = { key, kind: "state", apply, at: Date.now() }
  known = [...known, state]
  changeAll(key, [state, ...wishes()])
  forget()
}

/** Changes the cached answer of a single key, for example after a change that the server has confirmed. */
export const changeKept = <A>(key: QueryKey, change: (value: A) => A): void =>
  keepState(key, (value, { length }) => {
    if (length !== key.length) return value
    const changed = change(value as A)
    return isLater(value, changed) ? value : changed
  })

export interface Wish {
  /** Is called when the server has answered: with the resulting change, or without if it was refused. */
  readonly end: (apply?: Apply) => void
}

/** Changes all cached values whose keys begin with `key` before the server has answered. */
export const wish = (key: QueryKey, apply: Apply): Wish => {
  const { end, since } = begin()
  let wish: Known = { key, kind: "wish", apply, at: Infinity }
  known = [...known, wish]
  changeAll(key, [wish])
  return {
    end: (after) => {
      const others = known.filter((one) => one !== wish)
      wish = { ...wish, at: Date.now(), apply: after ?? wish.apply }
      known = after === undefined ? others : [...others, wish]
      // Changes that became known meanwhile are applied below it.
      changeAll(
        key,
        known.filter((one) => one === wish || one.kind === "state" && one.at >= since || one.at === Infinity)
      )
      end()
    }
  }
}

/** Loads the value of a key, and applies the changes that became known since the request was sent. */
export const asking = async <A>(queryKey: QueryKey, load: () => Promise<A>): Promise<A> => {
  const { end, since } = begin()
  try {
    const value = await load()
    if (isChangedSince(queryKey, since)) {
      // A value that is already cached is reloaded by the code that noted the change.
      const refetchType = queries.getQueryData(queryKey) === undefined ? "active" : "none"
      setTimeout(() => void queries.invalidateQueries({ queryKey, exact: true, refetchType }))
    }
    return applied(value, queryKey, known.filter(({ at }) => at >= since)) as A
  } finally {
    end()
  }
}

/**
 * Caches a part of another answer under the part's own key. `since` is when that answer was requested: a value that is
 * loading, or was loaded later, wins. A list with several loaded pages, and a part that has changed since, are loaded
 * again.
 */
export const keepPart = (queryKey: QueryKey, value: unknown, since: number): void => {
  const state = queries.getQueryState<{ readonly pages?: ReadonlyArray<unknown> }>(queryKey)
  if (state !== undefined && (state.fetchStatus !== "idle" || state.dataUpdatedAt > since)) return
  if ((state?.data?.pages?.length ?? 0) > 1) void queries.invalidateQueries({ queryKey, exact: true })
  else queries.setQueryData(queryKey, applied(value, queryKey, known.filter(({ at }) => at >= since)))
  if (isChangedSince(queryKey, since)) void queries.invalidateQueries({ queryKey, exact: true })
}

/** The known part of a resource: its id, and some of its fields. */
export interface Told {
  readonly id: string
  readonly updated_at?: string
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || typeof one === "object" && JSON.stringify(one) === JSON.stringify(other)

/** Returns whether the first value has a later change time than the second. */
const isLater = (one: unknown, other: unknown): boolean => {
  const [at, otherAt] = [one, other].map((value) => isFields(value) ? value["updated_at"] : undefined)
  return typeof at === "string" && typeof otherAt === "string" && at > otherAt
}

/**
 * Returns a resource with the fields that an event or answer carries, recursively; the same object if nothing differs,
 * or if it is newer.
 */
export const withFields = <Of extends object>(present: Of, told: object): Of => {
  const [before, after] = [present, told] as ReadonlyArray<Fields> as readonly [Fields, Fields]
  if (isLater(present, told)) return present
  const changed = Object.entries(before).flatMap(([name, value]) => {
    if (!Object.hasOwn(after, name)) return []
    const next = after[name]
    const made = isFields(value) && "id" in value && isFields(next) ? withFields(value, next) : next
    return isSame(value, made) ? [] : [[name, made] as const]
  })
  return changed.length === 0 ? present : { ...present, ...Object.fromEntries(changed) }
}

/** Makes a change that updates a resource wherever an answer contains it: as a whole, in a list, or nested. */
export const toldOf = (told: Told): Apply => {
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const after = value.map(change)
      return after.some((one, index) => one !== value[index]) ? after : value
    }
    if (!isFields(value)) return value
    if (value["id"] === told.id) return withFields(value, told)
    const changed = Object.entries(value).flatMap(([name, one]) => {
      const after = change(one)
      return after === one ? [] : [[name, after] as const]
    })
    return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) }
  }
  return change
}
