import { type Frontdesk, type MailboxRecord, unwrap } from "@frontdesk/sdk";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

export interface MailboxList {
  records: MailboxRecord[];
  /** Whether these are all. */
  isComplete: boolean;
  limit: number | null;
  used: number;
  error: unknown;
}

const emptyList: MailboxList = { records: [], isComplete: false, limit: null, used: 0, error: null };
/** Records in one answer. */
const pageSize = 1000;

/** All mailboxes of the account, page after page; what is there is shown before all is. */
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
        // What is known already stays until all is known anew.
        setList((before) =>
          before.isComplete && !isComplete ? before : { records, isComplete: isComplete, limit, used, error: null },
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
  /** Shows at once what this page itself has changed. */
  const updateRecords = useCallback((to: (records: MailboxRecord[]) => MailboxRecord[]) => {
    setList((before) => {
      const records = to(before.records);
      return { ...before, records, used: before.used + records.length - before.records.length };
    });
  }, []);
  return { list, reload, updateRecords };
}
