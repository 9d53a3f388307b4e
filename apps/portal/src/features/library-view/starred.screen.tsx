import { useQuery } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Screen } from "../../ui/screen.tsx";
import { type FolderView, starredFoldersQuery } from "../../entities/folders/folders.queries.ts";
import { FolderTiles } from "./folders/folder-tiles.tsx";
import { useChosenFolders } from "./folders/use-chosen-folders.ts";
import { countsOf } from "../../entities/spaces/spaces.queries.ts";
import { useSpace } from "../../entities/spaces/use-space.ts";
import { EmptyStarred } from "./empty-views.tsx";
import { ItemsView } from "./items-view.tsx";
import { listIn } from "../../entities/items/items.queries.ts";
import { moveFolder } from "./folder-section.tsx";
import type { SectionFrame } from "./trash/trash.screen.tsx";
import { useViewPreference } from "../../entities/items/use-view-preference.ts";
import { ViewTools } from "./view-tools.tsx";

const isStarred = ({ favorite }: FolderView): boolean => favorite;

/** Starred items and folders of the open space. */
export function StarredScreen({ frame: Frame = Screen }: { frame?: SectionFrame }): ReactNode {
  const { t } = useTranslation("library");
  const { preference, change } = useViewPreference("starred");
  const space = useSpace();
  const { data: counts } = useQuery(countsOf(space.ref, space.asMember));
  const { folders, isPending } = useChosenFolders(starredFoldersQuery, space, isStarred);
  const list = useMemo(
    () => listIn(space, { view: "starred", type: null, folderId: null, sort: preference.sort }),
    [space, preference.sort],
  );
  const count = (counts?.starred ?? 0) + folders.length;
  return (
    <ItemsView
      list={list}
      preference={preference}
      onSort={(sort) => change({ sort })}
      label={t("views.starred.title")}
      total={counts?.starred}
      hasFolders={folders.length > 0}
      isFoldersPending={isPending}
      empty={<EmptyStarred space={space} />}
      frame={(body, isEmpty) => (
        <Frame
          title={t("views.starred.title")}
          count={counts && count > 0 ? count : undefined}
          actions={!isEmpty && <ViewTools preference={preference} onChange={change} />}
        >
          {body}
        </Frame>
      )}
      above={() => <FolderTiles folders={folders} layout={preference.layout === "grid" ? "tile" : "row"} onMove={moveFolder} />}
    />
  );
}
