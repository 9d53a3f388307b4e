import { queryClient } from "../../platform/api.ts";
import { refreshFolders } from "../folders/folders.queries.ts";
import { onLive } from "../../platform/live/live-events.ts";
import { spaceOf, type SpaceRef } from "../spaces/space-ref.ts";
import { workspacesQuery } from "../spaces/spaces.queries.ts";
import { refreshAfter, rereadSpace } from "./items.queries.ts";

/** Time in milliseconds during which events are collected before a refetch. */
const GATHER_MS = 250;

/** Pending refetch of a space; `ids` is null when anything may have changed. */
interface PendingRefresh {
  ids: Set<string> | null;
  hasItems: boolean;
}

/** By space; `null` means all spaces. */
const pending = new Map<SpaceRef | null, PendingRefresh>();
/** Workspaces with changed permissions, roles or names. */
const changed = new Set<SpaceRef>();
let timer: ReturnType<typeof setTimeout> | undefined;
let isFollowing = false;

/** Subscribes to changes by other users, tabs and the server. Repeated calls do nothing. */
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
    // The first event starts the timer: a steady stream of events must not delay the refetch.
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
