import { isApiError } from "@stillreel/client";
import { useQueries, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { foldersQuery, type FolderView } from "../../entities/folders/folders.queries.ts";
import { knownWorkspace, workspacesQuery, type WorkspaceHead } from "../../entities/spaces/spaces.queries.ts";
import { PERSONAL } from "../../entities/spaces/space-ref.ts";
import { latestTarget } from "../../entities/uploads/upload-target.ts";
import { defaultWorkspaceId } from "./default-workspace.ts";
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

/** Returns the folders of each requested workspace; null while loading. An inaccessible workspace has none. */
const treesOf = (results: UseQueryResult<FolderView[]>[]): (FolderView[] | null)[] =>
  results.map(({ data, error }) => (isApiError(error, "not-found", "forbidden") ? NO_FOLDERS : (data ?? null)));

/** Selectable save targets and the current one. */
export interface Destinations {
  destinations: readonly DestinationChoice[];
  /** The personal space until the workspaces are loaded and when the selected target is closed. */
  destination: RecordingDestination;
  /** The selected target when it is closed. */
  lost: RecordingDestination | null;
  choose: (destination: RecordingDestination) => void;
}

/** Returns the save target menu; initially the folder from which the user came. It follows permission changes. */
export function useDestinations(): Destinations {
  const { data } = useQuery(workspacesQuery);
  const workspaces = data ?? NONE;
  const [before] = useState(() => destinationBefore(latestTarget(), defaultWorkspaceId(), (ref) => knownWorkspace(ref)?.name));
  const [requested, choose] = useState(before);
  // Folders of other workspaces with a writable root are not needed.
  const asked = useMemo(
    () => workspaces.filter(({ id, permission }) => !permission.write || id === requested.ref || id === before.ref),
    [workspaces, requested, before],
  );
  const trees = useQueries({ queries: asked.map(({ id: ref }) => foldersQuery("mixed", { ref })), combine: treesOf });
  const destinations = useMemo(() => {
    const folders = new Map(asked.map(({ id }, at) => [id, trees[at] ?? undefined]));
    return destinationChoices(workspaces, (ref) => folders.get(ref), requested, before);
  }, [workspaces, asked, trees, requested, before]);
  const found = destinations.find((one) => !one.isOff && destinationKey(one) === destinationKey(requested));
  const isLost = data !== undefined && requested.ref !== PERSONAL && !found;
  return { destinations, destination: found ?? OWN_DESTINATION, lost: isLost ? requested : null, choose };
}
