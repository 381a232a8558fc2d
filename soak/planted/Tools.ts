/** Faults of the tools for assistants. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "tools",
    says: "A confirmation is good for other arguments of its operation",
    file: "apps/api/src/mcp/Confirmation.ts",
    find: "update(JSON.stringify([expires, nonce, etag, method, url])).update(body)",
    replace: "update(JSON.stringify([expires, nonce, etag, method, url]))",
    tests: ["apps/api/test/mcp/confirmation.test.ts"],
    pattern: "a confirmation is of its arguments"
  },
  {
    breaks: "tools",
    says: "A confirmation has no end",
    file: "apps/api/src/mcp/Confirmation.ts",
    find: "    if (now >= expires) return Result.fail(expired)\n",
    replace: "",
    tests: ["apps/api/test/mcp/confirmation.test.ts"],
    pattern: "a confirmation is good for 15 minutes"
  },
  {
    breaks: "tools",
    says: "A confirmed change is made on whatever the resource has become",
    file: "apps/api/src/mcp/ToolCalls.ts",
    find: "...(ifMatch === undefined ? {} : { \"if-match\": ifMatch })",
    replace: "...(ifMatch === undefined ? {} : {})",
    tests: ["apps/api/test/mcp/confirmation.test.ts"],
    pattern: "what has changed since its dry run is not changed by it"
  },
  {
    breaks: "tools",
    says: "A repeated confirmation has another effect",
    file: "apps/api/src/mcp/ToolCalls.ts",
    find: "{ [idempotencyKey]: key, ",
    replace: "{ ",
    tests: ["apps/api/test/mcp/confirmation.test.ts"],
    pattern: "its confirmation makes the change, once for all repetitions"
  },
  {
    breaks: "tools",
    says: "An id of two dots leads a tool to another operation",
    file: "apps/api/src/mcp/OperationRequest.ts",
    find: "!/^\\.{0,2}$/.test(value)",
    replace: "value !== \"\"",
    tests: ["apps/api/test/mcp/confirmation.test.ts"],
    pattern: "leads to no other operation"
  },
  {
    breaks: "tools",
    says: "A batch of messages counts as one",
    file: "apps/api/src/mcp/McpRoute.ts",
    find: "    if (Array.isArray(value)) return severalMessages\n",
    replace: "",
    tests: ["apps/api/test/mcp/protocol.test.ts"],
    pattern: "in a batch is 400"
  },
  {
    breaks: "tools",
    says: "Pages of any origin may send messages",
    file: "apps/api/src/mcp/McpRoute.ts",
    find: "!origins.has(headers[\"origin\"])",
    replace: "origins.has(\"null\")",
    tests: ["apps/api/test/mcp/protocol.test.ts"],
    pattern: "of a page is 403"
  },
  {
    breaks: "tools",
    says: "Tools offer operations whose answers have secrets",
    file: "apps/api/src/mcp/ToolOperations.ts",
    find: "new Set([\"ApiKeys\", ",
    replace: "new Set([",
    tests: ["apps/api/test/mcp/operations.test.ts"],
    pattern: "tools offer every operation of the interface but those"
  },
  {
    breaks: "tools",
    says: "Every server loads the library of the Model Context Protocol at its start",
    file: "apps/api/src/mcp/McpRoute.ts",
    find: "import { mcpPath } from \"./McpPath.ts\"\n",
    replace: "import { mcpPath } from \"./McpPath.ts\"\nimport \"./ToolServer.ts\"\n",
    tests: ["apps/api/test/mcp/protocol.test.ts"],
    pattern: "a server loads the protocol's library at the first message"
  }
]
