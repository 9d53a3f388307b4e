import { StorageError } from "../storage.port.ts";

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/u;
const KEY_MAX = 512;

/** Refuses keys that could leave the store or collide with its own files. Keys are generated, so user input never triggers it. */
export function assertKey(key: string): string {
  if (typeof key !== "string" || key.length > KEY_MAX || !KEY.test(key))
    throw new StorageError("bad-key", "A storage key is not of the allowed form.");
  return key;
}
