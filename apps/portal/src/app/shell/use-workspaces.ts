import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import { workspacesQuery, type WorkspaceHead } from "../../entities/spaces/spaces.queries.ts";
import { markWorkspaceRead, workspaceChanges } from "./workspace-changes.ts";

/** The page's own first answers come first, in milliseconds; pages of a workspace ask at once for themselves. */
const HEAD_START_MS = 400;
let isLater = false;

/** The workspaces that one is in, as soon as the page stands; undefined until they are known. */
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

/** Ids of the workspaces in which something happened that has not been looked at: looking at one takes its mark away. */
export function useWorkspaceChanges(): ReadonlySet<string> {
  const { workspaceId } = useParams({ strict: false });
  useEffect(() => markWorkspaceRead(workspaceId), [workspaceId]);
  return useSyncExternalStore(workspaceChanges.subscribe, workspaceChanges.current);
}
