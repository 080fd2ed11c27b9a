import { type Frontdesk, type MailboxRecord, type SmsInboxRecord, unwrap } from "@frontdesk/sdk";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { useLatestRequest } from "./load.ts";

export interface RecordList<R> {
  records: R[];
  /** Whether all pages are loaded. */
  isComplete: boolean;
  /** How many records the account may have; `null` is unlimited. */
  limit: number | null;
  /** How many it has, also those that are not loaded yet. */
  used: number;
  error: unknown;
}

export interface LoadedRecords<R> {
  list: RecordList<R>;
  reload(): Promise<void>;
  /**
   * Applies a local change without a reload. During one, applies it to each page that arrives too, so the change must make no difference
   * to records that have it already.
   */
  updateRecords(update: Update<R>): void;
}

type Update<R> = (records: R[]) => R[];

/** One response of the server. `next` is the cursor of the following page. */
interface Page<R> {
  records: R[];
  limit: number | null;
  used: number;
  next?: string | null | undefined;
}

type FetchPage<R> = (query: { limit: number; cursor?: string }, signal: AbortSignal) => Promise<Page<R>>;

/** Records in one response. */
const pageSize = 1000;

/** Loads all mailboxes of the account, page by page. */
export function useMailboxList(frontdesk: Frontdesk) {
  return useRecordList<MailboxRecord>(frontdesk, async (query, signal) => {
    const page = await unwrap(frontdesk.client.GET("/svc-api/mailbox/list", { params: { query }, signal }));
    return { ...page, records: page.mailboxes };
  });
}

/** Loads all SMS inboxes of the account, page by page. The API calls them `sms_tokens`. */
export function useSmsInboxList(frontdesk: Frontdesk) {
  return useRecordList<SmsInboxRecord>(frontdesk, async (query, signal) => {
    const page = await unwrap(frontdesk.client.GET("/svc-api/sms/list", { params: { query }, signal }));
    return { ...page, records: page.sms_tokens };
  });
}

/**
 * Loads a list page by page and shows each page at once, but keeps a complete list until its reload is complete too. A changed
 * `frontdesk`, so another key, loads it again.
 */
function useRecordList<R>(frontdesk: Frontdesk, fetchPage: FetchPage<R>): LoadedRecords<R> {
  const [list, setList] = useState<RecordList<R>>({
    records: [],
    isComplete: false,
    limit: null,
    used: 0,
    error: null,
  });
  const startRequest = useLatestRequest();
  /** Local changes during a load, `null` outside of one. Its pages may be older, and must not undo them. */
  const updates = useRef<Update<R>[] | null>(null);
  const reload = useCallback(async () => {
    const signal = startRequest();
    const updatesMeanwhile: Update<R>[] = [];
    updates.current = updatesMeanwhile;
    try {
      for await (const loaded of fetchPages(fetchPage, signal)) {
        if (signal.aborted) return;
        const updated = updatesMeanwhile.reduce(withUpdate, loaded);
        setList((before) => (before.isComplete && !loaded.isComplete ? before : updated));
      }
    } catch (error) {
      if (!signal.aborted) setList((before) => ({ ...before, error }));
    }
    if (updates.current === updatesMeanwhile) updates.current = null;
    // Without `fetchPage`: it is a new function at each rendering, and differs only by `frontdesk`.
  }, [frontdesk]);
  useEffect(() => void reload(), [reload]);
  const updateRecords = useCallback((update: Update<R>) => {
    updates.current?.push(update);
    setList((before) => withUpdate(before, update));
  }, []);
  return { list, reload, updateRecords };
}

/** Applies a local change, and counts the records that it adds or removes. */
function withUpdate<R>(list: RecordList<R>, update: Update<R>): RecordList<R> {
  const records = update(list.records);
  const addedCount = records.length - list.records.length;
  return { ...list, records, used: list.used + addedCount };
}

/** Yields after each page all records so far, with the account's limit and its number of records (`used`), loaded or not. */
async function* fetchPages<R>(fetchPage: FetchPage<R>, signal: AbortSignal): AsyncGenerator<RecordList<R>> {
  let records: R[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await fetchPage({ limit: pageSize, ...(cursor ? { cursor } : {}) }, signal);
    const { limit, used } = page;
    records = [...records, ...page.records];
    cursor = page.next;
    yield { records, isComplete: !cursor, limit, used, error: null };
  } while (cursor);
}
