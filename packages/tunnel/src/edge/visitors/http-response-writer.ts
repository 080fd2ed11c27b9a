import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { headerPairs } from "../../wire/index.ts";
import { sendEdgeProblem } from "../problems/problem-page.ts";
import { KEEP_ALIVE_DELAY_MS } from "../problems/upgrade.ts";
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
      onDrain = () => events.onDrain(); // `callOnDrain` calls it after an informational response, of which Node's `response` knows nothing
      if (response.destroyed) return events.onDisconnect();
      response.on("drain", onDrain);
      response.on("close", () => {
        // After an upgrade, the pipe between both sockets handles the end.
        if (!isUpgraded) events.onDisconnect();
      });
    },
    /**
     * Sends an informational response (1xx) if the visitor may get it. Writes to the socket: Node has no method for any 1xx. `zones`: the
     * domains whose subdomains are tunnels; no cookie may be shared there. Returns false if the caller must wait for `onDrain`.
     */
    writeInformational(head) {
      const { socket } = response;
      if (socket === null || !allowsInformational(head.status)) return true;
      const isWritable = socket.write(toInformationalHead(head, zones), "latin1");
      if (!isWritable) callOnDrain(socket);
      return isWritable;
    },
    bufferedBytes: () => response.writableLength + (response.socket?.writableLength ?? 0),
    /**
     * Prepares the head, which Node sends with the first bytes of the body or at `flush`. Adds no `Date` to the app's headers. Unless
     * `isIndexable`, the head forbids search engines to list the page.
     */
    writeHead(head, isIndexable) {
      isHeadBuffered = true;
      // The edge does not wait for the rest of a request's body, which would be read as the connection's next request.
      if (!request.complete) response.shouldKeepAlive = false;
      response.sendDate = false;
      const [, , appReason] = head.start;
      const reason = toReasonPhrase(head.status, appReason);
      response.writeHead(head.status, reason, toResponseHeaders(head, zones, isIndexable));
    },
    write(bytes) {
      isHeadBuffered = false;
      return response.write(bytes);
    },
    /**
     * Ends the response with the last bytes of its body (`null`: none are left) and the trailers that may be sent. A head that is still
     * buffered goes out with them.
     */
    end(bytes, trailers) {
      isHeadBuffered = false;
      const allowedTrailers = toTrailers(trailers);
      if (allowedTrailers.length > 0) response.addTrailers([...headerPairs(allowedTrailers)]);
      if (bytes === null) response.end();
      else endWithBytes(bytes);
    },
    flush() {
      if (isHeadBuffered) response.flushHeaders();
      isHeadBuffered = false;
    },
    /**
     * Accepts a WebSocket upgrade. Returns the raw socket, which is the caller's from then on: nothing that is done to the response
     * affects it. `null` if the visitor asked for no upgrade.
     */
    upgrade(head) {
      if (websocket === undefined) return null;
      isUpgraded = true;
      const { socket, head: firstBytes } = websocket;
      response.detachSocket(socket);
      // It has no timeout, and may be idle: without checks, a visitor whose network is gone would stay until the app sends something.
      socket.setKeepAlive(true, KEEP_ALIVE_DELAY_MS);
      socket.write(toInformationalHead(head, zones, "Connection: Upgrade\r\nUpgrade: websocket\r\n"), "latin1");
      if (firstBytes.length > 0) socket.unshift(firstBytes);
      return socket;
    },
    sendError: (problem) => sendEdgeProblem(request, response, problem, abuseContact),
    destroy: () => void response.destroy(),
  };

  /** Returns whether the visitor may get an informational response: HTTP/1.0 has none, and a 100 must be requested by `Expect`. */
  function allowsInformational(status: number): boolean {
    const isHttp10 = request.httpVersionMinor === 0;
    const isUnexpected100 = status === 100 && request.headers.expect === undefined;
    return !isHttp10 && !isUnexpected100;
  }

  /** Ends the response. Passes a short body as a string, because Node joins only that with the head into one write. */
  function endWithBytes(bytes: Buffer): void {
    if (bytes.length <= MAX_SINGLE_WRITE_BYTES) response.end(bytes.toString("latin1"), "latin1");
    else response.end(bytes);
  }

  /** Calls `onDrain` once the socket can take more after an informational head: `response` has not written that, and so does not tell. */
  function callOnDrain(socket: Socket): void {
    if (isWaitingForDrain) return;
    isWaitingForDrain = true;
    socket.once("drain", () => {
      isWaitingForDrain = false;
      onDrain();
    });
  }
}
