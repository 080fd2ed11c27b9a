import { type Frontdesk, type MailboxRecord, unwrap } from "@frontdesk/sdk";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

export interface MailboxList {
  records: MailboxRecord[];
  /** Whether these are all. */
  isWhole: boolean;
  limit: number | null;
  used: number;
  error: unknown;
}

const nothing: MailboxList = { records: [], isWhole: false, limit: null, used: 0, error: null };
/** Records in one answer. */
const many = 1000;

/** All mailboxes of the account, page after page; what is there is shown before all is. */
export function useMailboxes(desk: Frontdesk) {
  const [list, setList] = useState(nothing);
  const running = useRef<AbortController | undefined>(undefined);
  const reload = useCallback(async () => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    const { signal } = stop;
    let records: MailboxRecord[] = [];
    let cursor: string | null | undefined;
    try {
      do {
        const query = { limit: many, ...(cursor ? { cursor } : {}) };
        const page = await unwrap(desk.client.GET("/svc-api/mailbox/list", { params: { query }, signal }));
        if (signal.aborted) return;
        records = [...records, ...page.mailboxes];
        cursor = page.next;
        const isWhole = !cursor;
        const { limit, used } = page;
        // What is known already stays until all is known anew.
        setList((before) => (before.isWhole && !isWhole ? before : { records, isWhole, limit, used, error: null }));
      } while (cursor);
    } catch (error) {
      if (!signal.aborted) setList((before) => ({ ...before, error }));
    }
  }, [desk]);
  useEffect(() => {
    void reload();
    return () => running.current?.abort();
  }, [reload]);
  /** Shows at once what this page itself has changed. */
  const change = useCallback((to: (records: MailboxRecord[]) => MailboxRecord[]) => {
    setList((before) => {
      const records = to(before.records);
      return { ...before, records, used: before.used + records.length - before.records.length };
    });
  }, []);
  return { list, reload, change };
}
