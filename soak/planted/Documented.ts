/** Faults of what goes over the wire, and of the proxy that holds it against the OpenAPI document. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "documented",
    says: "Events of a stream have a field that the document does not have",
    file: "apps/api/src/streams/EventStream.ts",
    find: "data: JSON.stringify(event)",
    replace: "data: JSON.stringify({ ...event, epoch })",
    tests: ["packages/client/test/packed.test.ts"]
  },
  {
    breaks: "documented",
    says: "Events of a stream have no type",
    file: "apps/api/src/streams/EventStream.ts",
    find: "event: event.type,",
    replace: "event: \"message\",",
    tests: ["packages/client/test/packed.test.ts"]
  },
  {
    breaks: "documented",
    says: "Events of a stream are not held against the document",
    file: "packages/process/test/validation/ValidatingProxy.ts",
    find: "validator.streamed(streamed).forEach(report)",
    replace: "void streamed",
    tests: ["apps/api/test/conformance/streams.test.ts"]
  },
  {
    breaks: "documented",
    says: "A server that a test starts as a program is asked directly",
    file: "packages/process/test/Servers.ts",
    find: "return { origin: proxy.origin, own_origin, said }",
    replace: "return { origin: own_origin, own_origin, said }",
    tests: ["apps/api/test/conformance/programs.test.ts"]
  }
]
