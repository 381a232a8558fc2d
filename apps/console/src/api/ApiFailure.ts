/** Failures of requests, as the API's error envelope tells them. */

interface Envelope {
  readonly code?: string
  readonly message?: string
  readonly details?: Readonly<Record<string, unknown>>
}

export class ApiFailure extends Error {
  /** The HTTP status; 0 where no answer came. */
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, { details = {}, message }: Envelope) {
    super(message ?? "The server gave no reason.")
    this.status = status
    this.details = details
  }
}

/** Reads the envelope of an answer that is no success. */
export const failureOf = async (response: Response): Promise<ApiFailure> => {
  const { error = {} }: { readonly error?: Envelope } = await response.json().catch(() => ({}))
  return new ApiFailure(response.status, error)
}

export const unreachable = new ApiFailure(0, { message: "The server cannot be reached. Your change was not confirmed." })

/** The sentence that a person reads of any failure. */
export const messageOf = (error: unknown): string => error instanceof Error ? error.message : String(error)
