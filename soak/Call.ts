/** Sends one HTTP request. The reply distinguishes unsent requests from unanswered ones. */

export interface Request {
  readonly method: string
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** A JSON text that is sent unchanged, instead of `body`. */
  readonly json?: string
}

export interface Reply {
  /** The HTTP status; undefined without a complete response. */
  readonly status: number | undefined
  readonly headers: Headers
  readonly text: string
  /** Whether the connection failed, so that no server received the request. */
  readonly unsent: boolean
  /** The reason of a missing response; empty if there is one. */
  readonly failure: string
}

export interface Access {
  /** The base URL of the API, with its version. */
  readonly base_url: string
  readonly key: string
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface CallOptions {
  /** Sent as `X-Request-Id`. */
  readonly request_id?: string
  /** Milliseconds until the client gives up. */
  readonly timeout: number
  /** False for a separate connection: a client that pools connections may repeat a request on its own. */
  readonly pooled: boolean
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""

/** Sends a request. Never fails: the reply has the outcome. */
export const call = async (access: Access, request: Request, options: CallOptions): Promise<Reply> => {
  const { json = request.body === undefined ? undefined : JSON.stringify(request.body) } = request
  try {
    const answer = await fetch(access.base_url + request.path, {
      method: request.method,
      headers: {
        authorization: `Bearer ${access.key}`,
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...(options.request_id === undefined ? {} : { "x-request-id": options.request_id }),
        ...access.headers
      },
      ...(json === undefined ? {} : { body: json }),
      signal: AbortSignal.timeout(options.timeout),
      keepalive: options.pooled,
      redirect: "manual"
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, unsent: false, failure: "" }
  } catch (error) {
    const unsent = codeOf(error) === "ConnectionRefused"
    return { status: undefined, headers: new Headers(), text: "", unsent, failure: String(error) }
  }
}

/** Returns the JSON of a reply; fails with its text if the status differs. */
export const expecting = <Body>(reply: Reply, status: number): Body => {
  if (reply.status !== status) {
    throw new Error(`Expected ${status}, got ${reply.status ?? reply.failure}: ${reply.text.slice(0, 500)}`)
  }
  return JSON.parse(reply.text) as Body
}
