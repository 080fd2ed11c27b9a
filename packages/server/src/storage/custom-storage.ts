/** What the server asks of a driver that is under a given storage. */
interface CustomDriver {
  name?: string;
  getInstance?: () => unknown;
}

/**
 * What the server asks of an unstorage storage. Said here in full, because unstorage's own declarations need those of every
 * service that it has a driver for, and a compiler that checks all it reads would not find them.
 */
export interface CustomStorage {
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
  hasItem(key: string): Promise<boolean>;
  getMount(key: string): { driver: CustomDriver };
  getMounts(base: string): { driver: CustomDriver }[];
  // What tells a storage from a driver.
  mount: unknown;
  dispose(): Promise<void>;
}
