/** A page of the console in a browser: it keeps cookies, and sends the headers of a browser and of the console. */
import { type Answer, type CallOptions, client, type JsonObject } from "./Client.ts"

/** The headers of the console besides the cookie. */
export const ofConsole = { "x-candor-console": "1", "sec-fetch-site": "same-origin" }

export interface Browser {
  /** Sends a request as the console does. */
  readonly ask: <Body = JsonObject>(method: string, path: string, options?: CallOptions) => Promise<Answer<Body>>
  /** Returns the cookies as the browser sends them; undefined before a sign-in. */
  readonly cookie: () => string | undefined
  /** Returns the latest `Set-Cookie`. */
  readonly setCookie: () => string | undefined
}

/** Opens the console at this origin. `more` are headers of each request. */
export const browser = (origin: string, more: Readonly<Record<string, string>> = {}): Browser => {
  const call = client(origin)
  const pairs = new Map<string, string>()
  const cookie = () => pairs.size === 0 ? undefined : [...pairs.values()].join("; ")
  let set: string | undefined
  return {
    ask: async (method, path, { headers, ...options } = {}) => {
      const sent = cookie()
      const kept: Record<string, string> = sent === undefined ? {} : { cookie: sent }
      const answer = await call(method, path, { ...options, headers: { ...ofConsole, ...kept, ...more, ...headers } })
      set = answer.headers.get("set-cookie") ?? set
      const pair = answer.headers.get("set-cookie")?.split(";")[0]
      if (pair?.endsWith("=") === true) pairs.delete(pair.split("=")[0]!)
      else if (pair !== undefined) pairs.set(pair.split("=")[0]!, pair)
      return answer as never
    },
    cookie,
    setCookie: () => set
  }
}
