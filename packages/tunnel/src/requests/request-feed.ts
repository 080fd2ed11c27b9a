import { createRecordedBody } from "./recorded-body.ts";
import type { BodyRecorder, RequestHead, RequestListener } from "./request-tap.ts";

/** A complete request, as it was recorded. */
export interface RecordedRequest extends RequestHead {
  body: Uint8Array<ArrayBuffer>;
  /** Whether only the beginning of the body was kept. */
  truncated: boolean;
}

/** Someone who wants the requests of a tunnel. */
export interface RequestSubscriber {
  /** Called with each head, in the order of arrival. Returns whether to record the request. */
  wants(head: RequestHead): boolean;
  /** Called when a wanted request is complete. */
  onRequest(request: RecordedRequest): void;
  /** Called when the tunnel is closed. No call follows. */
  onClose(): void;
}

/** Passes the requests of one tunnel on to subscribers. Records nothing without one. */
export interface RequestFeed extends RequestListener {
  isClosed(): boolean;
  /** Returns a function that ends the subscription. Must not be called on a closed tunnel. */
  subscribe(subscriber: RequestSubscriber): () => void;
  close(): void;
}

/** Maximum bytes kept of a body. */
const MAX_BODY_BYTES = 1_048_576;
/** Maximum bytes of all incomplete bodies together, so that many visitors cannot fill the memory. */
const MAX_INCOMPLETE_BYTES = 33_554_432;

/** An incomplete request, and who waits for it. */
interface Recording {
  subscribers: Set<RequestSubscriber>;
  discard(): void;
}

/** Creates a feed without subscribers. */
export function createRequestFeed(): RequestFeed {
  const subscribers = new Set<RequestSubscriber>();
  const recordings = new Set<Recording>();
  let incompleteBytes = 0;
  let isClosed = false;

  return {
    isListening: () => subscribers.size > 0,
    isClosed: () => isClosed,
    /** Asks each subscriber whether it wants the request. Returns the recorder of its body, or `undefined` if none does. */
    begin(head) {
      const interested = new Set([...subscribers].filter((subscriber) => subscriber.wants(head)));
      return interested.size === 0 ? undefined : record(head, interested);
    },
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => unsubscribe(subscriber);
    },
    /** Ends all subscriptions: their requests will not come any more. */
    close() {
      isClosed = true;
      const remaining = [...subscribers];
      remaining.forEach(unsubscribe);
      for (const subscriber of remaining) subscriber.onClose();
    },
  };

  /** Ends a subscription. Requests that nobody else waits for are no longer recorded. */
  function unsubscribe(subscriber: RequestSubscriber): void {
    subscribers.delete(subscriber);
    for (const recording of recordings) {
      recording.subscribers.delete(subscriber);
      if (recording.subscribers.size === 0) recording.discard();
    }
  }

  /**
   * Starts to record a request. When it is complete, each of the `interested` subscribers gets it. `unsubscribe` removes a subscriber from
   * this set, and discards the recording if nobody is left. An aborted request is discarded too.
   */
  function record(head: RequestHead, interested: Set<RequestSubscriber>): BodyRecorder {
    let recordedBody = createRecordedBody(MAX_BODY_BYTES);
    /** How much of `incompleteBytes` is this request's. */
    let ownBytes = 0;
    const recording: Recording = { subscribers: interested, discard };
    recordings.add(recording);
    return { body: append, end: deliver, abort: discard };

    /**
     * Records as much of a chunk as the limits allow: that of one body, which `recordedBody` knows, and that of all incomplete bodies
     * together (`allowance`). `discard` subtracts `ownBytes` from `incompleteBytes` again.
     */
    function append(bytes: Uint8Array): void {
      const allowance = MAX_INCOMPLETE_BYTES - incompleteBytes;
      const recordedBytes = recordedBody.append(bytes, allowance);
      ownBytes += recordedBytes;
      incompleteBytes += recordedBytes;
    }

    /** Stops recording and frees the memory. Chunks that still arrive are dropped. */
    function discard(): void {
      recordings.delete(recording);
      incompleteBytes -= ownBytes;
      ownBytes = 0;
      recordedBody = createRecordedBody(/* maxBytes */ 0);
    }

    /** Passes the complete request to the subscribers. Frees its share of the limit first, because a subscriber may throw. */
    function deliver(): void {
      const request = { ...head, body: recordedBody.bytes, truncated: recordedBody.isCut };
      discard();
      for (const subscriber of interested) subscriber.onRequest(request);
    }
  }
}
