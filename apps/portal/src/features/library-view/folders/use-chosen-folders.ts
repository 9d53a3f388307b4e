import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FolderView, linkedFoldersQuery } from "../../../entities/folders/folders.queries.ts";
import type { Space } from "../../../entities/spaces/use-space.ts";

/**
 * Returns the chosen folders of a space, of both trees of the personal one.
 * @param isChosen whether a folder in the cache is still one of them
 */
export function useChosenFolders(
  queryOf: typeof linkedFoldersQuery,
  space: Space,
  isChosen: (folder: FolderView) => boolean,
): { folders: FolderView[]; isPending: boolean } {
  const { data: images, isLoading: areImagesLoading } = useQuery(queryOf(space.isPersonal ? "image" : "mixed", space));
  const { data: videos, isLoading: areVideosLoading } = useQuery({ ...queryOf("video"), enabled: space.isPersonal });
  const folders = useMemo(
    () => [...(images ?? []), ...((space.isPersonal && videos) || [])].filter(isChosen),
    [images, videos, space.isPersonal, isChosen],
  );
  return { folders, isPending: areImagesLoading || areVideosLoading };
}
