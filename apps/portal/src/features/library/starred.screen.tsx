import { useQuery } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Screen } from "../../shell/screen.tsx";
import { countsQuery } from "../account/index.ts";
import { foldersQuery, FolderTiles, type FolderView } from "../folders/index.ts";
import { EmptyStarred } from "./empty-views.tsx";
import { ItemsView } from "./items-view.tsx";
import { openMoveDialog } from "./move-dialog-store.ts";
import { personalList } from "./library.queries.ts";
import { useViewPreference } from "./use-view-preference.ts";
import { ViewTools } from "./view-tools.tsx";

const moveFolder = (folder: FolderView): void => openMoveDialog({ folder });

/** Items and folders with a star. */
export function StarredScreen(): ReactNode {
  const { t } = useTranslation("library");
  const { preference, change } = useViewPreference("starred");
  const { data: counts } = useQuery(countsQuery);
  const images = useQuery(foldersQuery("image"));
  const videos = useQuery(foldersQuery("video"));
  const folders = useMemo(
    () => [...(images.data ?? []), ...(videos.data ?? [])].filter((folder) => folder.favorite),
    [images.data, videos.data],
  );
  const list = useMemo(() => personalList("starred", null, preference.sort), [preference.sort]);
  const count = (counts?.starred ?? 0) + folders.length;
  return (
    <ItemsView
      list={list}
      preference={preference}
      onSort={(sort) => change({ sort })}
      label={t("views.starred.title")}
      total={counts?.starred}
      hasFolders={folders.length > 0}
      empty={<EmptyStarred />}
      frame={(body, isEmpty) => (
        <Screen
          title={t("views.starred.title")}
          count={counts && count > 0 ? count : undefined}
          actions={!isEmpty && <ViewTools preference={preference} onChange={change} />}
        >
          {body}
        </Screen>
      )}
      above={() => <FolderTiles folders={folders} look={preference.layout === "grid" ? "tile" : "row"} onMove={moveFolder} />}
    />
  );
}
