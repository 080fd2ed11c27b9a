import type { McpServer } from "@modelcontextprotocol/server";

/** A message of the server: a response or, with `method`, a request or notification. */
export interface ServerMessage {
  id?: number;
  method?: string;
  params?: object;
  result?: object;
  error?: { message: string };
}

/** Connects a client in memory, which passes what it gets to `receive`. Returns the function with which it sends. */
export async function connectClient(
  server: McpServer,
  receive: (message: ServerMessage) => void,
): Promise<(message: object) => void> {
  const transport = {
    // Replaced by the server as it connects.
    onmessage: (_message: object) => {},
    async start() {},
    async close() {},
    send: async (message: ServerMessage) => receive(message),
  };
  await server.connect(transport as never);
  return (message) => transport.onmessage({ jsonrpc: "2.0", ...message });
}
