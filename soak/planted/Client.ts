/** Faults that make the client repeat what is not safe, lose or repeat events, or trust what nobody signed. */
import type { PlantedFault } from "./PlantedFault.ts"

const feed = "packages/client/src/Feed.ts"
const webhook = "packages/client/src/Webhook.ts"
const feedTests = ["packages/client/test/Feed.test.ts"]
const sendTests = ["packages/client/test/Send.test.ts"]
const webhookTests = ["packages/client/test/Webhook.test.ts"]

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "client",
    says: "The client repeats a write that has no idempotency key",
    file: "packages/client/src/Methods.ts",
    find: `isSafe: isRead || headers.has("idempotency-key") || options.dryRun === true`,
    replace: "isSafe: true",
    tests: sendTests,
    pattern: "without an idempotency key is sent once"
  },
  {
    breaks: "client",
    says: "The client comes back before the time of Retry-After",
    file: "packages/client/src/Retry.ts",
    find: "error.retryAfterSeconds * 1000 + random() * spreadMillis",
    replace: "error.retryAfterSeconds + random() * spreadMillis",
    tests: sendTests,
    pattern: "are those of Retry-After"
  },
  {
    breaks: "client",
    says: "A pause of the client that is too long is waited for",
    file: "packages/client/src/Send.ts",
    find: " || timing.now() + pause > end",
    replace: "",
    tests: sendTests,
    pattern: "that would end after 60 seconds do not begin"
  },
  {
    breaks: "client",
    says: "The client's feed begins anew when its connection breaks",
    file: feed,
    find: "          cursor = id\n",
    replace: "",
    tests: feedTests,
    pattern: "goes on after its last event"
  },
  {
    breaks: "client",
    says: "A feed that is left keeps its connection",
    file: feed,
    find: "    connection.abort()\n",
    replace: "",
    tests: feedTests,
    pattern: "closes its connection when its reader leaves"
  },
  {
    breaks: "client",
    says: "A feed whose connections bring nothing is never given up",
    file: feed,
    find: "if (timing.now() - firstBytes >= shortMillis) good()",
    replace: "good()",
    tests: feedTests,
    pattern: "brings its head and then nothing"
  },
  {
    breaks: "client",
    says: "A pause of the client beyond that of a timer is over at once",
    file: "packages/client/src/Timing.ts",
    find: "}, Math.min(millis, maxTimerMillis))",
    replace: "}, millis)",
    tests: sendTests,
    pattern: "not over at once"
  },
  {
    breaks: "client",
    says: "A feed is read of a page that is no stream of events",
    file: feed,
    find: "response.body === null || !isStream",
    replace: "response.body === null",
    tests: feedTests,
    pattern: "no stream of events"
  },
  {
    breaks: "client",
    says: "The rest of an answer that was not read to its end stays on its connection",
    file: "packages/client/src/Attempt.ts",
    find: "    ending.abort()\n",
    replace: "",
    tests: sendTests,
    pattern: "that does not end"
  },
  {
    breaks: "client",
    says: "A webhook's message of any age is accepted",
    file: webhook,
    find: "if (!(Math.abs(age) <= toleranceSeconds)) {",
    replace: "if (Number.isNaN(age)) {",
    tests: webhookTests,
    pattern: "a message is refused"
  },
  {
    breaks: "client",
    says: "A webhook's signature does not cover its id",
    file: webhook,
    find: "encoder.encode(`${id}.${timestamp}.`)",
    replace: "encoder.encode(`msg_1.${timestamp}.`)",
    tests: webhookTests,
    pattern: "a message is refused"
  }
]
