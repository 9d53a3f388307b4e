import { queryClient } from "../../platform/api.ts";
import { refreshFolders } from "../folders/folders.queries.ts";
import { onLive } from "../../platform/live/live-events.ts";
import { spaceOf, type SpaceRef } from "../spaces/space-ref.ts";
import { workspacesQuery } from "../spaces/spaces.queries.ts";
import { refreshAfter, rereadSpace } from "./items.queries.ts";

/** How long news are gathered before anything is read again, in milliseconds. */
const GATHER_MS = 250;

/** What is to be read again of a space; `ids` is null when anything may have changed. */
interface PendingRefresh {
  ids: Set<string> | null;
  hasItems: boolean;
}

/** By space; `null` stands for all of them. */
const pending = new Map<SpaceRef | null, PendingRefresh>();
/** Workspaces in which rights, roles or names changed. */
const changed = new Set<SpaceRef>();
let timer: ReturnType<typeof setTimeout> | undefined;
let isFollowing = false;

/** From now on shows what other people, tabs and the server itself change in the library. More calls do nothing. */
export function refreshOnRemoteChanges(): void {
  if (isFollowing) return;
  isFollowing = true;
  onLive((event) => {
    if (event.type === "workspace") changed.add(event.workspaceId);
    else if (event.type === "reset") pending.set(null, { ids: null, hasItems: true });
    else if (event.type === "folders") pendingFor(spaceOf(event));
    else if (event.type === "items") {
      const known = pendingFor(spaceOf(event));
      known.hasItems = true;
      if (event.itemIds === null) known.ids = null;
      else for (const id of event.itemIds) known.ids?.add(id);
    } else return;
    // The first news start the clock: a steady stream of them must not put off the sight of all.
    timer ??= setTimeout(show, GATHER_MS);
  });
}

function pendingFor(ref: SpaceRef): PendingRefresh {
  const known = pending.get(ref) ?? { ids: new Set<string>(), hasItems: false };
  pending.set(ref, known);
  return known;
}

function show(): void {
  timer = undefined;
  for (const [ref, { ids, hasItems }] of pending.has(null) ? [...pending].filter(([ref]) => ref === null) : pending) {
    if (hasItems) {
      refreshAfter(ids, ref);
      void queryClient.invalidateQueries({ queryKey: ref === null ? ["counts"] : ["counts", ref] });
    }
    void refreshFolders(ref);
    if (ref === null) void queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey });
  }
  pending.clear();
  for (const ref of changed) {
    rereadSpace(ref);
    void refreshFolders(ref);
    void queryClient.invalidateQueries({ queryKey: ["counts", ref] });
  }
  if (changed.size > 0) void queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey });
  changed.clear();
}
