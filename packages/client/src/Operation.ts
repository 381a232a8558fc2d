/** The table of operations: how each is requested, and the options of a call. */

export interface Operation {
  readonly method: string
  /** The path after the base URL, with its parameters in braces. */
  readonly path: string
  /** The kind of the argument after the path's ids. */
  readonly input?: "json" | "form" | "query"
  /** A file response is returned as a stream; every other response is JSON. */
  readonly answer?: "file"
  /** Whether the JSON response contains the contents of files. */
  readonly hasContents?: true
  /** The response field with the items of a page. */
  readonly items?: string
  /** The name of the method that iterates over all pages. */
  readonly all?: string
}

/** Options of one request. */
export interface RequestOptions {
  /** Aborts the request, and the pauses between its attempts: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** The time limit of each attempt, in milliseconds. */
  readonly timeoutMillis?: number | undefined
  /** Additional headers, such as `Range` for a part of a file. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Options of a write. */
export interface WriteOptions extends RequestOptions {
  /**
   * The idempotency key, for repeating the request after a restart of the program. By default a new UUID; `false` sends
   * none.
   */
  readonly idempotencyKey?: string | false | undefined
  /** Responds as the write would, but changes nothing. */
  readonly dryRun?: boolean | undefined
  /**
   * The entity tag that the resource still has to have (`responseOf(page).etag`); fails with `PreconditionFailed`
   * otherwise.
   */
  readonly ifMatch?: string | undefined
}
