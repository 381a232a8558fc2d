/** Failures of requests, as the API's error envelope tells them. */

interface Envelope {
  readonly code?: string
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>>
}

export class ApiFailure extends Error {
  /** The code of the envelope, for example `unauthorized`; `unreachable` where no answer came. */
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>

  constructor({ code = "internal_error", details = {}, message }: Envelope) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** Reads the envelope of an answer that is no success. A proxy's answer has none. */
export const failureOf = async (response: Response): Promise<ApiFailure> => {
  const { error = {} }: { readonly error?: Partial<Envelope> } = await response.json().catch(() => ({}))
  return new ApiFailure({ message: `The server answered ${response.status}, and gave no reason.`, ...error })
}

/** No answer came to a request with this method. */
export const unreachable = (method: string): ApiFailure =>
  new ApiFailure({
    code: "unreachable",
    message: `The server cannot be reached.${method === "GET" ? "" : " Your change was not confirmed."}`
  })

/** The sentence that a person reads of any failure. */
export const messageOf = (error: unknown): string => error instanceof Error ? error.message : String(error)

/** Whether the server knows nobody by the credential, so that a person has to sign in. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiFailure && error.code === "unauthorized"
