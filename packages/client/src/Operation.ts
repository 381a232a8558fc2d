/** The table of operations: how each is requested, and the options of a call. */

export interface Operation {
  readonly method: string
  /** The path below the base URL, with its parameters in braces. */
  readonly path: string
  /** The argument after the ids of the path. */
  readonly input?: "json" | "form" | "query"
  /** A response that is a file is handed out as it arrives; every other response is JSON. */
  readonly answer?: "file"
  /** Whether the response has contents of files in its JSON. */
  readonly hasContents?: true
  /** The field of the response that is a page of a list. */
  readonly items?: string
  /** The method that goes through all pages. */
  readonly all?: string
}

/** Options of one request. */
export interface RequestOptions {
  /** Ends the request, and the pauses between its attempts: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** The time limit of each attempt, in milliseconds. */
  readonly timeoutMillis?: number | undefined
  /** Further headers, such as `Range` for a part of a file. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Options of a request that changes something. */
export interface WriteOptions extends RequestOptions {
  /**
   * The name of the request, to repeat it after a restart of the program. By default a new UUID; `false` sends none.
   */
  readonly idempotencyKey?: string | false | undefined
  /** Answers as the write would, and changes nothing. */
  readonly dryRun?: boolean | undefined
  /** The entity tag that the resource must still have (`responseOf(page).etag`); else `PreconditionFailed`. */
  readonly ifMatch?: string | undefined
}
