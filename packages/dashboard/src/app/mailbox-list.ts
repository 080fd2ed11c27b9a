import { type Frontdesk, type MailboxRecord, unwrap } from "@frontdesk/sdk";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

export interface MailboxList {
  records: MailboxRecord[];
  /** Whether all pages are loaded. */
  isComplete: boolean;
  /** How many mailboxes the account may have; `null` is unlimited. */
  limit: number | null;
  /** How many it has, also those that are not loaded yet. */
  used: number;
  error: unknown;
}

const emptyList: MailboxList = { records: [], isComplete: false, limit: null, used: 0, error: null };
/** Records in one response. */
const pageSize = 1000;

/** Loads all mailboxes of the account page by page and shows each page at once. */
export function useMailboxList(frontdesk: Frontdesk) {
  const [list, setList] = useState(emptyList);
  const currentRequest = useRef<AbortController | undefined>(undefined);
  const reload = useCallback(async () => {
    currentRequest.current?.abort();
    const controller = new AbortController();
    currentRequest.current = controller;
    const { signal } = controller;
    let records: MailboxRecord[] = [];
    let cursor: string | null | undefined;
    try {
      do {
        const query = { limit: pageSize, ...(cursor ? { cursor } : {}) };
        const page = await unwrap(frontdesk.client.GET("/svc-api/mailbox/list", { params: { query }, signal }));
        if (signal.aborted) return;
        records = [...records, ...page.mailboxes];
        cursor = page.next;
        const isComplete = !cursor;
        const { limit, used } = page;
        // During a reload the previous complete list stays until the new one is complete.
        setList((before) =>
          before.isComplete && !isComplete ? before : { records, isComplete, limit, used, error: null },
        );
      } while (cursor);
    } catch (error) {
      if (!signal.aborted) setList((before) => ({ ...before, error }));
    }
  }, [frontdesk]);
  useEffect(() => {
    void reload();
    return () => currentRequest.current?.abort();
  }, [reload]);
  /** Applies a local change without a reload. */
  const updateRecords = useCallback((update: (records: MailboxRecord[]) => MailboxRecord[]) => {
    setList((before) => {
      const records = update(before.records);
      const addedCount = records.length - before.records.length;
      return { ...before, records, used: before.used + addedCount };
    });
  }, []);
  return { list, reload, updateRecords };
}
