/** Runs the parsers of one stream until the first bytes that are not HTTP. */
export interface ParseGuard {
  /** Runs a parser, unless parsing has stopped. If it throws, all parsing of the stream stops. */
  run(parse: () => void): void;
  /** Stops parsing, for example because the bytes from now on are a WebSocket's. */
  stop(): void;
}

/** Creates the guard of one stream. Calls `onFailed` if a parser throws. */
export function createParseGuard(onFailed: () => void = () => {}): ParseGuard {
  let isStopped = false;
  return {
    /** Runs a parser. After an error its state is unknown, so nothing of the stream is parsed any more. */
    run(parse) {
      if (isStopped) return;
      try {
        parse();
      } catch {
        isStopped = true;
        onFailed();
      }
    },
    stop() {
      isStopped = true;
    },
  };
}
