import { Button } from "@mantine/core";
import { EmptyState } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Suspense, useEffect, useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Screen } from "../../ui/screen.tsx";
import { childrenOf, levelQuery, pathTo } from "../../entities/folders/folders.queries.ts";
import { FolderBreadcrumbs } from "./folders/folder-breadcrumbs.tsx";
import { ShareFolderButton } from "./folders/share-folder-button.tsx";
import { tileColumns } from "./folders/folder-layout.ts";
import { countsOf } from "../../entities/spaces/spaces.queries.ts";
import { sectionOf } from "../../entities/spaces/addresses.ts";
import { PERSONAL } from "../../entities/spaces/space-ref.ts";
import { ItemsView } from "./items-view.tsx";
import type { ItemType } from "../../entities/items/item-list.ts";
import { personalList } from "../../entities/items/items.queries.ts";
import { inOrder, FolderSection } from "./folder-section.tsx";
import { useUploadTarget } from "../../entities/uploads/use-upload-target.ts";
import { useViewPreference } from "../../entities/items/use-view-preference.ts";
import { ViewTools } from "./view-tools.tsx";
import { openDialog } from "../../platform/dialogs.ts";
import { lazyView } from "../../platform/lazy-view.ts";

// Most folders are never empty: the empty states are loaded when one is.
const AskAccessButton = lazyView(() => import("../../ui/status/ask-access.screen.tsx"), "AskAccessButton");
const EmptyImages = lazyView(() => import("./empty-views.tsx"), "EmptyImages");
const EmptyVideos = lazyView(() => import("./empty-views.tsx"), "EmptyVideos");
const BoardStarts = lazyView(() => import("./board-starts.tsx"), "BoardStarts", ["boards"]);
const EmptyBoards = lazyView(() => import("./board-starts.tsx"), "EmptyBoards", ["boards"]);
const EmptyFolder = lazyView(() => import("./empty-views.tsx"), "EmptyFolder");

/** My images: the image folders and items. */
export const ImagesScreen = (): ReactNode => <TypeScreen type="image" />;
/** My videos: the video folders and items. */
export const VideosScreen = ({ notice }: { notice?: ReactNode }): ReactNode => <TypeScreen type="video" notice={notice} />;
/** Whiteboards: the folders of whiteboards and items. */
export const BoardsScreen = (): ReactNode => <TypeScreen type="board" />;

const EMPTY = { image: EmptyImages, video: EmptyVideos, board: EmptyBoards };

interface ScreenProps {
  type: ItemType;
  /** Shown above the list at the top level. */
  notice?: ReactNode;
}

function TypeScreen({ type, notice }: ScreenProps): ReactNode {
  const { folder } = useSearch({ strict: false });
  const folderId = folder ?? null;
  // Another folder is another screen: focus, expanded tiles and scroll position are not preserved.
  return <FolderScreen key={`${type}/${folderId}`} type={type} folderId={folderId} notice={notice} />;
}

function FolderScreen({ type, folderId, notice }: ScreenProps & { folderId: string | null }): ReactNode {
  const { t } = useTranslation("library");
  const view = sectionOf(type);
  const Empty = EMPTY[type];
  const { preference, change } = useViewPreference(view);
  const { data: counts } = useQuery(countsOf(PERSONAL));
  const level = useQuery(levelQuery(type, folderId));
  const list = useMemo(() => personalList("folder", type, preference.sort, folderId), [type, preference.sort, folderId]);
  const path = useMemo(() => pathTo(level.data?.items ?? [], folderId), [level.data, folderId]);
  const here = path.at(-1);
  const folders = useMemo(
    () => inOrder(childrenOf(level.data?.items, folderId), preference.folderSort),
    [level.data, folderId, preference.folderSort],
  );

  useUploadTarget({ workspaceId: PERSONAL, type, folderId, folderName: here?.name ?? null });
  useFolderRowsHint(type === "image" && folderId === null && level.isSuccess ? folders.length : undefined);

  const root = t(`views.${view}.title`);
  // The root lists items without a folder.
  const total = folderId === null ? level.data?.itemsHere : here?.items;
  if (folderId !== null && level.isSuccess && !level.isPlaceholderData && !here) return <FolderGone type={type} title={root} />;
  // Folders alone do not explain how to create a first item.
  const isFirstUse = folderId === null && counts?.[view] === 0;
  const crumbs = folderId !== null && <FolderBreadcrumbs space={PERSONAL} kind={type} root={root} path={path.slice(0, -1)} />;
  const empty = <Suspense>{folderId !== null ? <EmptyFolder type={type} /> : <Empty />}</Suspense>;
  return (
    <ItemsView
      list={list}
      preference={preference}
      onSort={(sort) => change({ sort })}
      label={here?.name ?? root}
      total={total}
      hasFolders={folders.length > 0 && !isFirstUse}
      isFoldersPending={level.isPlaceholderData}
      empty={empty}
      frame={(body, isEmpty) => (
        <Screen
          title={folderId === null ? root : (here?.name ?? "")}
          above={crumbs}
          count={total === 0 ? undefined : total}
          actions={
            <>
              {type === "video" && folderId === null ? <RequestsLink /> : <ShareFolderButton folder={here} />}
              {!isEmpty && <ViewTools preference={preference} hasFolderSort onChange={change} />}
            </>
          }
        >
          {folderId === null && notice}
          <Suspense>{type === "board" && <BoardStarts target={{ workspaceId: PERSONAL, folderId }} />}</Suspense>
          {body}
        </Screen>
      )}
      above={(isEmpty) => (
        <FolderSection
          onNew={() => openDialog("create-folder", { space: PERSONAL, kind: type, parentId: folderId })}
          folders={folders}
          isBare={isEmpty && folderId === null}
          layout={preference.layout}
        />
      )}
    />
  );
}

/** Leads to the user's requests for recordings. */
function RequestsLink(): ReactNode {
  const { t } = useTranslation("library");
  return (
    <Button variant="quiet" component={Link} to="/requests">
      {t("requests")}
    </Button>
  );
}

/** Stores how many folder rows the static first paint must reserve next time (`early.js`). */
function useFolderRowsHint(count: number | undefined): void {
  useEffect(() => {
    if (count === undefined) return;
    try {
      localStorage.setItem("stillreel-folder-rows", count >= tileColumns(window.innerWidth) ? "2" : count > 0 ? "1" : "0");
    } catch {
      // Storage is blocked: the first paint uses its default.
    }
  }, [count]);
}

const GONE_LINKS = { image: "folder.goneImages", video: "folder.goneVideos", board: "folder.goneBoards" } as const;

/** A folder that was deleted or never existed. */
function FolderGone({ type, title }: { type: ItemType; title: string }): ReactNode {
  const { folder = "" } = useSearch({ strict: false });
  const { t } = useTranslation("library");
  return (
    <Screen title={title}>
      <EmptyState
        title={t("folder.goneTitle")}
        text={t("folder.goneText")}
        actions={
          <>
            <Suspense>
              <AskAccessButton target={{ type: "folder", id: folder }} size="md" />
            </Suspense>
            <Button size="md" variant="default" component={Link} to={`/${sectionOf(type)}`}>
              {t(GONE_LINKS[type])}
            </Button>
          </>
        }
      />
    </Screen>
  );
}
