import type { McpServer } from "@modelcontextprotocol/server";
import * as v from "valibot";
import { toUncheckedSchema } from "../../../../mcp/src/calls/schema.ts";

/** A red pixel as PNG, and an empty sound as WAV. */
export const bytes = {
  image: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
  audio: "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=",
};

export const description = "Stands in for a tool of the suite";

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Tools that return each kind of content, or say how far they are. */
export function contentTools(server: McpServer): void {
  const inputSchema = toUncheckedSchema(v.strictObject({}));
  const text = (body: string) => ({ type: "text" as const, text: body });
  const image = { type: "image" as const, data: bytes.image, mimeType: "image/png" };
  const embedded = (uri: string, mimeType: string, body: string) => ({
    type: "resource" as const,
    resource: { uri, mimeType, text: body },
  });
  const contents = {
    test_simple_text: [text("This is a simple text response for testing.")],
    test_image_content: [image],
    test_audio_content: [{ type: "audio" as const, data: bytes.audio, mimeType: "audio/wav" }],
    test_embedded_resource: [
      embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."),
    ],
    test_multiple_content_types: [
      text("Multiple content types test:"),
      image,
      embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  };
  for (const [name, content] of Object.entries(contents))
    server.registerTool(name, { description, inputSchema }, () => ({ content }));
  server.registerTool("test_error_handling", { description, inputSchema }, () => ({
    isError: true,
    content: [text("This tool intentionally returns an error for testing")],
  }));
  server.registerTool("test_tool_with_progress", { description, inputSchema }, async (_args, { mcpReq }) => {
    const { progressToken } = mcpReq._meta ?? {};
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
      await pause();
    }
    return { content: [text("Done.")] };
  });
  server.registerTool("test_tool_with_logging", { description, inputSchema }, async (_args, { mcpReq }) => {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await mcpReq.log("info", data);
      await pause();
    }
    return { content: [text("Done.")] };
  });
  server.registerTool("test_logging_tool", { description, inputSchema }, async (_args, { mcpReq }) => {
    await mcpReq.log("info", "Logged only for those who ask.");
    return { content: [text("Done.")] };
  });
}
