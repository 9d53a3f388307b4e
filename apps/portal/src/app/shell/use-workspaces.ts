import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import { workspacesQuery, type WorkspaceHead } from "../../entities/spaces/spaces.queries.ts";
import { markWorkspaceRead, workspaceChanges } from "./workspace-changes.ts";

/** Delay in milliseconds that gives the page's own requests priority; workspace pages request immediately. */
const HEAD_START_MS = 400;
let isLater = false;

/** Returns the user's workspaces after the page is rendered; undefined while loading. */
export function useWorkspaces(): WorkspaceHead[] | undefined {
  const [isAsked, setAsked] = useState(isLater);
  useEffect(() => {
    if (isAsked) return undefined;
    const timer = setTimeout(() => {
      isLater = true;
      setAsked(true);
    }, HEAD_START_MS);
    return () => clearTimeout(timer);
  }, [isAsked]);
  const { data } = useQuery({ ...workspacesQuery, enabled: isAsked });
  return data;
}

/** Returns the ids of workspaces with changes that the user has not opened; opening a workspace clears its mark. */
export function useWorkspaceChanges(): ReadonlySet<string> {
  const { workspaceId } = useParams({ strict: false });
  useEffect(() => markWorkspaceRead(workspaceId), [workspaceId]);
  return useSyncExternalStore(workspaceChanges.subscribe, workspaceChanges.current);
}
