import { AsyncLocalStorage } from "node:async_hooks";

/** The request to which running code belongs. */
interface CurrentRequest {
  id: string;
  /** Returns whether its client has closed the connection: a response would be lost. */
  hasGone: () => boolean;
}

const current = new AsyncLocalStorage<CurrentRequest>();

/** Returns the id of the request to which the running code belongs. */
export const currentRequestId = (): string | undefined => current.getStore()?.id;

/** Returns whether the client of the current request has gone. False outside a request. */
export const hasClientGone = (): boolean => current.getStore()?.hasGone() ?? false;

/** Runs the rest of a request with its id, so that its slow statements are logged with it. */
export const withRequest = (request: CurrentRequest, rest: () => void): void => current.run(request, rest);
