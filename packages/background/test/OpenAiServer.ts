/** A local server with the OpenAI protocol and scripted answers. */
import { Effect } from "effect"

export interface Request {
  readonly authorization: string | null
  readonly body: {
    readonly model: string
    readonly max_completion_tokens: number
    readonly messages: ReadonlyArray<{ readonly role: string; readonly content: string }>
    readonly response_format: { readonly type: string; readonly json_schema: { readonly strict: boolean } }
  }
}

/** Returns a completion with this text. */
export const completion = (content: string, more: { readonly tokens?: number; readonly refusal?: string } = {}) =>
  Response.json({
    id: "completion",
    object: "chat.completion",
    created: 0,
    model: "test",
    choices: [{
      index: 0,
      finish_reason: "stop",
      message: { role: "assistant", content, refusal: more.refusal ?? null }
    }],
    ...(more.tokens === undefined
      ? {}
      : { usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: more.tokens } })
  })

/** Returns a refusal by the server itself. */
export const status = (code: number, headers: Record<string, string> = {}) =>
  Response.json({ error: { message: "no", type: "no", code: null } }, { status: code, headers })

/** Serves these answers in order, and repeats the last one, until the scope closes. */
export const serve = (...answers: ReadonlyArray<() => Response | Promise<Response>>) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const requests: Array<Request> = []
        const server = Bun.serve({
          hostname: "127.0.0.1",
          port: 0,
          idleTimeout: 0,
          async fetch(request) {
            const body: Request["body"] = await request.json()
            requests.push({ authorization: request.headers.get("authorization"), body })
            return answers[Math.min(requests.length, answers.length) - 1]!()
          }
        })
        return { server, requests }
      }),
      ({ server }) => Effect.promise(() => server.stop(true))
    ),
    ({ requests, server }) => ({ base_url: `${server.url.origin}/v1`, host: server.url.host, requests })
  )
