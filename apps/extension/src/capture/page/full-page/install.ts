import { PAGE_API, type PageApi } from "../../core/full-page-session.ts";
import { FULL_PAGE_PARTS, type FullPageParts } from "./parts-slot.ts";
import { Session } from "./session.ts";

/** Starts a run on this page; a run that is still active is ended first. */
export function installFullPage(): void {
  const world = globalThis as typeof globalThis & { [PAGE_API]?: PageApi; [FULL_PAGE_PARTS]: FullPageParts };
  world[PAGE_API]?.end();
  const session = new Session(world[FULL_PAGE_PARTS], () => {
    if (world[PAGE_API] === session) delete world[PAGE_API];
  });
  world[PAGE_API] = session;
}
