/** The path to which clients of the Model Context Protocol send messages. */
export const mcpPath = "/mcp"
