/** What was loaded, kept by keys: a page that is opened again shows at once what it had, and loads it anew. */
import { QueryClient } from "@tanstack/react-query"

/** Milliseconds for which an answer is kept that no page shows. */
const keptMillis = 30 * 60_000

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: keptMillis,
      // Whether the server can be reached is seen by asking it; the client asks again by itself.
      networkMode: "always",
      retry: false
    }
  }
})
