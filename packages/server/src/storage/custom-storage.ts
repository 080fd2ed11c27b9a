/** The members that the server uses of the driver of a custom storage. */
interface CustomDriver {
  name?: string;
  getInstance?: () => unknown;
}

/**
 * The members that the server uses of an unstorage storage. Declared here, because unstorage's own declarations import those of every
 * service that it has a driver for, and a user's compiler without `skipLibCheck` would not find them.
 */
export interface CustomStorage {
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
  hasItem(key: string): Promise<boolean>;
  getKeys(): Promise<string[]>;
  getMount(key: string): { driver: CustomDriver };
  getMounts(base: string): { driver: CustomDriver }[];
  // Distinguishes a storage from a driver.
  mount: unknown;
  dispose(): Promise<void>;
}
