import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<string>();

/** Returns the id of the request to which the running code belongs. */
export const currentRequestId = (): string | undefined => current.getStore();

/** Runs the rest of a request with its id, so that its slow statements are logged with it. */
export const withRequestId = (id: string, rest: () => void): void => current.run(id, rest);
