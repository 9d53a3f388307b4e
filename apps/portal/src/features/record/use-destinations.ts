import { isApiError } from "@stillreel/client";
import { useQueries, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { foldersQuery, type FolderView } from "../../entities/folders/folders.queries.ts";
import { knownWorkspace, workspacesQuery, type WorkspaceHead } from "../../entities/spaces/spaces.queries.ts";
import { PERSONAL } from "../../entities/spaces/space-ref.ts";
import { latestTarget } from "../../entities/uploads/upload-target.ts";
import {
  OWN_DESTINATION,
  destinationBefore,
  destinationChoices,
  destinationKey,
  type DestinationChoice,
  type RecordingDestination,
} from "./recording-destination.ts";

const NONE: WorkspaceHead[] = [];
const NO_FOLDERS: FolderView[] = [];

/** Folders of each workspace that was asked for; null while they are not known. One that was left in this moment has none. */
const treesOf = (results: UseQueryResult<FolderView[]>[]): (FolderView[] | null)[] =>
  results.map(({ data, error }) => (isApiError(error, "not-found", "forbidden") ? NO_FOLDERS : (data ?? null)));

/** Where recordings can go, and where the next one goes. */
export interface Destinations {
  destinations: readonly DestinationChoice[];
  /** Until the workspaces are known, and where the chosen place is closed, it is one's own space. */
  destination: RecordingDestination;
  /** The chosen place, once it is closed to the person. */
  lost: RecordingDestination | null;
  choose: (destination: RecordingDestination) => void;
}

/** The choice of where a recording goes; at first the place from which one came. It follows what becomes of rights meanwhile. */
export function useDestinations(): Destinations {
  const { data } = useQuery(workspacesQuery);
  const workspaces = data ?? NONE;
  const [before] = useState(() => destinationBefore(latestTarget(), (ref) => knownWorkspace(ref)?.name));
  const [wished, choose] = useState(before);
  // At the top of the others one may add things, and they are not chosen: their folders are not needed.
  const asked = useMemo(
    () => workspaces.filter(({ id, permission }) => !permission.write || id === wished.ref || id === before.ref),
    [workspaces, wished, before],
  );
  const trees = useQueries({ queries: asked.map(({ id: ref }) => foldersQuery("mixed", null, { ref })), combine: treesOf });
  const destinations = useMemo(() => {
    const folders = new Map(asked.map(({ id }, at) => [id, trees[at] ?? undefined]));
    return destinationChoices(workspaces, (ref) => folders.get(ref), wished, before);
  }, [workspaces, asked, trees, wished, before]);
  const found = destinations.find((one) => !one.isOff && destinationKey(one) === destinationKey(wished));
  const isLost = data !== undefined && wished.ref !== PERSONAL && !found;
  return { destinations, destination: found ?? OWN_DESTINATION, lost: isLost ? wished : null, choose };
}
