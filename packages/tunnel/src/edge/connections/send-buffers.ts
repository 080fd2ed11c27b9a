/** The receiver of buffered bytes: a connection to a tunnel client, or a visitor, that may stop reading. */
export interface BufferOwner {
  /** Returns the bytes that are buffered for it now. */
  bufferedBytes(): number;
  close(): void;
}

/** Maximum bytes buffered for receivers that do not read; 0 for no limit. */
export interface SendBufferLimits {
  connection: number;
  /** For all connections of one tunnel together, including its visitors. */
  tunnel: number;
  process: number;
}

/** The send buffers of one tunnel. */
export interface TunnelSendBuffers {
  /** Called when a write was not accepted at once. Above a limit, closes the owners that have not read for longest. */
  track(owner: BufferOwner): void;
  /** Called when the buffer is empty or its owner closed. */
  untrack(owner: BufferOwner): void;
}

/** Limits the memory that slow readers can occupy: per connection, per tunnel and in total. */
export interface SendBufferBudget {
  /** Bytes buffered at the last check. */
  totalBytes(): number;
  forTunnel(tunnel: string): TunnelSendBuffers;
  /** Measures all tracked buffers again. Called every second or so. */
  recheck(): void;
}

const MEBIBYTE = 1024 * 1024;

const DEFAULT_LIMITS: SendBufferLimits = { connection: 4 * MEBIBYTE, tunnel: 48 * MEBIBYTE, process: 128 * MEBIBYTE };

/** Creates a budget. `onClose` is called for each owner that was closed because of a limit. */
export function createSendBufferBudget(
  limits: Partial<SendBufferLimits> = {},
  onClose: () => void = () => {},
): SendBufferBudget {
  const limitsWithDefaults = { ...DEFAULT_LIMITS, ...limits };
  // `||`, because 0 means no limit.
  const maxPerConnection = limitsWithDefaults.connection || Number.POSITIVE_INFINITY;
  const maxPerTunnel = limitsWithDefaults.tunnel || Number.POSITIVE_INFINITY;
  const maxTotal = limitsWithDefaults.process || Number.POSITIVE_INFINITY;
  // Ordered by the time of the last read, the oldest first.
  const tracked = new Map<BufferOwner, { tunnel: string; bytes: number }>();
  const bytesByTunnel = new Map<string, number>();
  let totalBytes = 0;

  return {
    totalBytes: () => totalBytes,
    forTunnel: (tunnel) => ({ track: (owner) => track(owner, tunnel), untrack }),
    /**
     * Measures the tracked buffers again. An owner, the receiver of what is buffered, that has read since becomes the most recent. So
     * those that do not read are closed first. Those that end with one that is closed are not measured again: nobody would untrack them.
     */
    recheck() {
      for (const [owner, entry] of [...tracked]) {
        const hasEnded = tracked.get(owner) !== entry;
        if (hasEnded) continue;
        const { tunnel, bytes: previousBytes } = entry;
        const bytes = owner.bufferedBytes();
        const hasRead = bytes < previousBytes;
        // To track the owner again moves it to the end of the order.
        if (hasRead) untrack(owner);
        if (bytes > 0) track(owner, tunnel);
        else untrack(owner);
      }
    },
  };

  /**
   * Measures an owner's buffer. Closes the owner above its own limit; above that of the tunnel or of all, closes those that have
   * not read for longest.
   */
  function track(owner: BufferOwner, tunnel: string): void {
    const bytes = owner.bufferedBytes();
    const entry = tracked.get(owner) ?? { tunnel, bytes: 0 };
    tracked.set(owner, entry);
    addBytes(tunnel, bytes - entry.bytes);
    entry.bytes = bytes;
    if (bytes > maxPerConnection) close(owner);
    while ((bytesByTunnel.get(tunnel) ?? 0) > maxPerTunnel) closeSlowest(tunnel);
    while (totalBytes > maxTotal) closeSlowest();
  }

  /** Closes the owner that has not read for longest; without `tunnel`, of all tunnels. */
  function closeSlowest(tunnel?: string): void {
    // The map is ordered by the time of the last read.
    for (const [owner, entry] of tracked) {
      if (tunnel !== undefined && entry.tunnel !== tunnel) continue;
      close(owner);
      return;
    }
  }

  /** Closes an owner (a connection or a visitor), because a limit is exceeded. That frees its buffer. `onClose` reports it. */
  function close(owner: BufferOwner): void {
    untrack(owner);
    owner.close();
    onClose();
  }

  /** Stops counting the buffer of an owner, which is empty or freed. */
  function untrack(owner: BufferOwner): void {
    const entry = tracked.get(owner);
    if (entry === undefined) return;
    tracked.delete(owner);
    addBytes(entry.tunnel, -entry.bytes);
  }

  /** Adds to the buffered bytes of the tunnel and to those of all tunnels. `bytes` can be negative. */
  function addBytes(tunnel: string, bytes: number): void {
    totalBytes += bytes;
    const tunnelBytes = (bytesByTunnel.get(tunnel) ?? 0) + bytes;
    if (tunnelBytes > 0) bytesByTunnel.set(tunnel, tunnelBytes);
    else bytesByTunnel.delete(tunnel);
  }
}
