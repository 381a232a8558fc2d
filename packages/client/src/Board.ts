/** A public client of a careers board: without a key, and usable on pages of other sites. */
import type { ApplyingForm, Groups } from "./generated/Api.ts"
import { groupsOf } from "./Methods.ts"
import type { WriteOptions } from "./Operation.ts"
import { type ClientOptions, type Fetch, settingsOf } from "./Settings.ts"

export interface BoardOptions extends Omit<ClientOptions, "apiKey"> {
  /** The readable part of the board's address, such as `harbor-analytics`. */
  readonly board: string
}

/** The fields of an application, besides files. */
export interface Application extends Omit<ApplyingForm, "answers" | "cover_letter" | "resume"> {
  /** The text of the cover letter. */
  readonly cover_letter?: string | undefined
  /** Answers by the ids of their questions. */
  readonly answers?: Readonly<Record<string, unknown>> | undefined
}

type OfBoard<Method> = Method extends (board: string, ...rest: infer Rest) => infer Answer ? (...rest: Rest) => Answer
  : never

type Reads = Omit<Groups["postings"], "apply">

/** The methods for one board of a careers site. */
export type BoardClient = { readonly [Name in keyof Reads]: OfBoard<Reads[Name]> } & {
  /** Applies for a job, with files as `resume`, `cover_letter` or `question:<id>`. */
  readonly apply: (
    public_slug: string,
    application: Application,
    files?: Readonly<Record<string, Blob>>,
    options?: WriteOptions
  ) => ReturnType<Groups["postings"]["apply"]>
}

/**
 * Sends reads in a form for which browsers need no preflight (Fetch standard, "CORS-preflight fetch"), and follows
 * redirects to a board's present address, which is safe because there is no key.
 */
const openly = (send: Fetch): Fetch => (url, init) => {
  const headers = new Headers(init.headers)
  headers.delete("x-request-id")
  return send(url, { ...init, headers, redirect: "follow" })
}

/** Returns the client of a board. It opens no connection until a method is called. */
export const createBoard = (
  { board, fetch: send = (url, init) => fetch(url, init), ...options }: BoardOptions
): BoardClient => {
  const { postings } = groupsOf(settingsOf({ ...options, fetch: openly(send) }))
  const ofBoard = Object.entries(postings).map((
    [name, method]
  ) => [name, (...rest: ReadonlyArray<unknown>) => method(board, ...rest)])
  const apply: BoardClient["apply"] = (public_slug, { answers, ...fields }, files = {}, options = {}) =>
    postings.apply(board, public_slug, { ...fields, answers: answers && JSON.stringify(answers), ...files }, options)
  return { ...Object.fromEntries(ofBoard) as unknown as BoardClient, apply }
}
