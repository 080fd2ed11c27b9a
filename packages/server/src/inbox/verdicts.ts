import { randomBytes } from "node:crypto";
import { maxEntries, rootCauseMessage } from "@frontdesk/basics";
import type { Schemas } from "@frontdesk/contract";
import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";

/** Whether a mail comes from the domain in its From header, as the API returns it. */
export type Authenticated = Schemas["EmailSummary"]["authenticated"];
export type Verdict = Exclude<Authenticated, "pending">;
/** A verdict, or the check that finds it later and never rejects. */
export type SenderCheck = Verdict | (() => Promise<Verdict>);

/** Stored with a mail until its verdict. After a restart nobody owes it any more, and it counts as `none`. */
export interface PendingVerdict {
  /** Names the run of the server that owes the verdict. */
  by: string;
  /** Time until which other servers expect it, ms since 1970. */
  until: number;
}

/** A mail, as far as its verdict is concerned. */
interface JudgedMail {
  id: string;
  /** Missing for mails that are not checked. */
  authenticated?: Verdict | PendingVerdict;
}

/** Verdicts to store, by inbox and message id. */
export type VerdictChanges = Map<string, Map<string, { authenticated: Verdict }>>;

/** The verdicts of one server. They show at once and are stored soon after. */
export interface Verdicts {
  /** Returns what to store with a mail that will be checked. */
  begin(): PendingVerdict;
  /** Returns the current verdict. */
  of(mail: JudgedMail): Authenticated;
  /** Records a verdict for messages of several inboxes. */
  settle(messages: readonly { inbox: string; id: string }[], verdict: Verdict): void;
  /** Stores what is not stored yet. Resolves when it is. */
  close(): Promise<void>;
}

interface VerdictsOptions {
  clock: Clock;
  /** Whether other servers share the storage, and may owe a verdict. */
  isShared: boolean;
  /** Commits verdicts and tells other servers. */
  save: (changes: VerdictChanges) => Promise<void>;
  /** Called when a verdict shows. */
  onSettled: (inbox: string) => void;
  warn: (message: string) => void;
}

/** Longer than a check takes. Bounds how long readers wait for a server that crashed. */
const maxPendingMs = 10_000;
/**
 * Verdicts are stored together after this time, because each commit costs as much as storing a mail. Servers that share a storage
 * wait less, because the others see a verdict only once it is stored.
 */
const saveDelayMs = { alone: 1_000, sharedStorage: 20 };
/** Inboxes per commit. */
const maxInboxesPerSave = 50;
/** Verdicts in memory: those that are not stored yet, and those of mails that were evicted meanwhile. */
const maxRemembered = 10_000;
const runIdBytes = 6;

/** Creates the record of one server's verdicts on the senders of mails. They show at once and are stored soon after. */
export function createVerdicts({ clock, isShared, save, onSettled, warn }: VerdictsOptions): Verdicts {
  const ownRunId = randomBytes(runIdBytes).toString("base64url");
  const remembered = new LRUCache<string, Verdict>(maxEntries(maxRemembered));
  let unsaved: VerdictChanges = new Map();
  let runningSave: Promise<void> | null = null;
  let saveTimer: NodeJS.Timeout | undefined;

  /**
   * Stores all unsaved verdicts on senders, some inboxes at a time, so that a commit stays small. Those that can't be stored are
   * only remembered in memory, and count as `none` after the next restart.
   */
  async function saveAll(): Promise<void> {
    const changes = [...unsaved];
    unsaved = new Map();
    for (let start = 0; start < changes.length; start += maxInboxesPerSave) {
      await save(new Map(changes.slice(start, start + maxInboxesPerSave))).catch((error: unknown) =>
        warn(`Verdicts on senders were not stored: ${rootCauseMessage(error)}`),
      );
    }
  }

  /**
   * Stores the unsaved verdicts on senders after a short delay, so that many share a commit. One save runs at a time. The delay is
   * shorter on a shared storage, because other servers see a verdict only once it is stored.
   */
  function scheduleSave(): void {
    // What is unsaved now is in the scheduled save, or the running one schedules the next.
    if (saveTimer !== undefined || runningSave !== null) return;
    saveTimer = setTimeout(
      () => {
        saveTimer = undefined;
        runningSave = saveAll().finally(() => {
          runningSave = null;
          if (unsaved.size > 0) scheduleSave();
        });
      },
      isShared ? saveDelayMs.sharedStorage : saveDelayMs.alone,
    ).unref();
  }

  return {
    begin: () => ({ by: ownRunId, until: clock.now() + maxPendingMs }),

    /**
     * Returns the verdict on a mail's sender, given what is stored with the mail: a verdict, or while it is checked the run of
     * the server that checks it (`by`). "pending" means that this check may still be running.
     */
    of({ id, authenticated }) {
      if (authenticated === undefined) return "none";
      if (typeof authenticated === "string") return authenticated;
      const verdict = remembered.get(id);
      if (verdict !== undefined) return verdict;
      const remainingMs = authenticated.until - clock.now();
      // A check of an earlier run of this server will never end. On a shared storage, another server may still be checking.
      const mayStillRun = isShared || authenticated.by === ownRunId;
      const wasClockSetBack = remainingMs > maxPendingMs;
      const isInTime = remainingMs > 0 && !wasClockSetBack;
      return mayStillRun && isInTime ? "pending" : "none";
    },

    /**
     * Remembers the verdict on one mail's sender, wakes the readers that wait for it, and stores it soon, together with others.
     * The mail is a message in the inbox of each of its recipients.
     */
    settle(messages, verdict) {
      for (const { inbox, id } of messages) {
        remembered.set(id, verdict);
        const unsavedOfInbox = unsaved.get(inbox) ?? new Map<string, { authenticated: Verdict }>();
        unsavedOfInbox.set(id, { authenticated: verdict });
        unsaved.set(inbox, unsavedOfInbox);
      }
      for (const inbox of new Set(messages.map((message) => message.inbox))) onSettled(inbox);
      scheduleSave();
    },

    /** Stores the verdicts that are not stored yet, after the running save if there is one, because one save runs at a time. */
    async close() {
      await runningSave;
      // The timer may have been set before this call, or by the save that has just ended.
      clearTimeout(saveTimer);
      saveTimer = undefined;
      await saveAll();
    },
  };
}
