import { useQuery } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Screen } from "../../ui/screen.tsx";
import { type FolderView, linkedFoldersQuery } from "../../entities/folders/folders.queries.ts";
import { FolderTiles } from "./folders/folder-tiles.tsx";
import { useChosenFolders } from "./folders/use-chosen-folders.ts";
import { moveFolder } from "./folder-section.tsx";
import { countsOf } from "../../entities/spaces/spaces.queries.ts";
import { useSpace } from "../../entities/spaces/use-space.ts";
import { EmptyShared } from "./empty-views.tsx";
import { ItemsView } from "./items-view.tsx";
import { listIn } from "../../entities/items/items.queries.ts";
import type { SectionFrame } from "./trash/trash.screen.tsx";
import { useViewPreference } from "../../entities/items/use-view-preference.ts";
import { ViewTools } from "./view-tools.tsx";

const isLinked = ({ linked }: FolderView): boolean => linked;

/** All items and folders with a link. */
export function SharedScreen({ frame: Frame = Screen }: { frame?: SectionFrame }): ReactNode {
  const { t } = useTranslation("library");
  const { preference, change } = useViewPreference("shared");
  const space = useSpace();
  const { data: counts } = useQuery(countsOf(space.ref, space.asMember));
  const list = useMemo(
    () => listIn(space, { view: "shared", type: null, folderId: null, sort: preference.sort }),
    [space, preference.sort],
  );
  const { folders, isPending } = useChosenFolders(linkedFoldersQuery, space, isLinked);
  const count = (counts?.shared ?? 0) + folders.length;
  const title = t(space.isPersonal ? "views.shared.title" : "workspace.shared");
  return (
    <ItemsView
      list={list}
      preference={preference}
      onSort={(sort) => change({ sort })}
      label={title}
      total={counts?.shared}
      hasFolders={folders.length > 0}
      isFoldersPending={isPending}
      empty={<EmptyShared space={space} />}
      frame={(body, isEmpty) => (
        <Frame
          title={title}
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
