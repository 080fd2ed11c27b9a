import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { headerPairs } from "../../wire/index.ts";
import { sendEdgeProblem } from "../problems/problem-page.ts";
import { toInformationalHead, toReasonPhrase, toResponseHeaders, toTrailers } from "./response-head.ts";
import type { ResponseWriter } from "./response-writer.ts";

export interface HttpResponseWriterOptions {
  request: IncomingMessage;
  response: ServerResponse;
  /** The visitor's bare connection, if it requested a WebSocket. */
  websocket: { socket: Socket; head: Buffer } | undefined;
  /** Domains for which no app behind a tunnel may set cookies. */
  zones: readonly string[];
  abuseContact: string | undefined;
}

/** Up to this size, copying a body into one write with its head is cheaper than a second write. */
const MAX_SINGLE_WRITE_BYTES = 8_192;

/** Creates a response writer for a request that Node's HTTP server parsed. */
export function createHttpResponseWriter(options: HttpResponseWriterOptions): ResponseWriter {
  const { request, response, websocket, zones, abuseContact } = options;
  let isHeadBuffered = false;
  let isUpgraded = false;
  let isWaitingForDrain = false;
  let onDrain = () => {};

  return {
    /** Sets who is called when the visitor can receive more, and when it disconnects. */
    listen(events) {
      onDrain = events.onDrain;
      if (response.destroyed) return events.onDisconnect();
      response.on("drain", events.onDrain);
      response.on("close", () => {
        // After an upgrade, the pipe between both sockets handles the end.
        if (!isUpgraded) events.onDisconnect();
      });
    },
    /** Sends an informational response (1xx) if the visitor expects one. Returns false if the caller must wait for `onDrain`. */
    writeInformational(head) {
      const { socket } = response;
      const isHttp10 = request.httpVersionMinor === 0; // has no informational responses
      const isUnexpected100 = head.status === 100 && request.headers.expect === undefined;
      const isDropped = socket === null || isHttp10 || isUnexpected100;
      if (isDropped) return true;
      if (socket.write(toInformationalHead(head, zones), "latin1")) return true;
      awaitSocketDrain(socket);
      return false;
    },
    bufferedBytes: () => response.writableLength + (response.socket?.writableLength ?? 0),
    /** Prepares the head, which Node sends with the first chunk. Unless `isIndexable`, it forbids search engines to list the page. */
    writeHead(head, isIndexable) {
      isHeadBuffered = true;
      // The rest of the request's body is not waited for, so the connection cannot be reused.
      if (!request.complete) response.shouldKeepAlive = false;
      // The app's own `Date` is passed on.
      response.sendDate = false;
      const [, , appReason] = head.start;
      const reason = toReasonPhrase(head.status, appReason);
      response.writeHead(head.status, reason, toResponseHeaders(head, zones, isIndexable));
    },
    write(bytes) {
      isHeadBuffered = false;
      return response.write(bytes);
    },
    /** Writes the last chunk, if there is one, and the trailers that may be sent. */
    end(bytes, trailers) {
      // Node sends the head now, if it has not yet.
      isHeadBuffered = false;
      const allowedTrailers = toTrailers(trailers);
      if (allowedTrailers.length > 0) response.addTrailers([...headerPairs(allowedTrailers)]);
      // Node joins the head and a short body into one write if the body is a string, but not if it is a buffer.
      if (bytes === null) response.end();
      else if (bytes.length <= MAX_SINGLE_WRITE_BYTES) response.end(bytes.toString("latin1"), "latin1");
      else response.end(bytes);
    },
    flush() {
      if (isHeadBuffered) response.flushHeaders();
      isHeadBuffered = false;
    },
    /** Accepts a WebSocket upgrade. Returns the raw socket, or `null` if the visitor asked for none. */
    upgrade(head) {
      if (websocket === undefined) return null;
      isUpgraded = true;
      const { socket, head: firstBytes } = websocket;
      // From now on the socket is a pipe, which nothing that is done to the response may affect.
      response.detachSocket(socket);
      socket.write(toInformationalHead(head, zones, "Connection: Upgrade\r\nUpgrade: websocket\r\n"), "latin1");
      // What arrived together with the request is read first.
      if (firstBytes.length > 0) socket.unshift(firstBytes);
      return socket;
    },
    sendError: (problem) => sendEdgeProblem(request, response, problem, abuseContact),
    destroy: () => void response.destroy(),
  };

  /** Calls `onDrain` once the socket can take more: `response` does not, because it has written nothing itself yet. */
  function awaitSocketDrain(socket: Socket): void {
    if (isWaitingForDrain) return;
    isWaitingForDrain = true;
    socket.once("drain", () => {
      isWaitingForDrain = false;
      onDrain();
    });
  }
}
