import { sectionOf } from "../../entities/spaces/addresses.ts";
import { Button, SegmentedControl } from "@mantine/core";
import { EmptyState, ICON } from "@stillreel/ui";
import { IconPhotoPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useParams } from "@tanstack/react-router";
import { Suspense, useEffect, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Screen } from "../../ui/screen.tsx";
import { Failure } from "../../ui/status/failure.tsx";
import { NoAccessScreen } from "../../ui/status/no-access.screen.tsx";
import { NotFoundScreen } from "../../ui/status/not-found.screen.tsx";
import { childrenOf, levelQuery, pathTo, type FolderView } from "../../entities/folders/folders.queries.ts";
import { FolderBreadcrumbs } from "./folders/folder-breadcrumbs.tsx";
import { ShareFolderButton } from "./folders/share-folder-button.tsx";
import { countsOf, workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import { noteWorkspaces } from "../../entities/spaces/space-ref.ts";
import { useSpace, type Space } from "../../entities/spaces/use-space.ts";
import { EmptyFolder, EmptyWorkspace } from "./empty-views.tsx";
import { ItemsView } from "./items-view.tsx";
import { ITEM_TYPES, type ItemType } from "../../entities/items/item-list.ts";
import { listIn } from "../../entities/items/items.queries.ts";
import { inOrder, FolderSection } from "./folder-section.tsx";
import { SharedScreen } from "./shared.screen.tsx";
import { StarredScreen } from "./starred.screen.tsx";
import { TrashScreen } from "./trash/trash.screen.tsx";
import { useUploadTarget } from "../../entities/uploads/use-upload-target.ts";
import { useViewPreference } from "../../entities/items/use-view-preference.ts";
import { ViewTools } from "./view-tools.tsx";
import { WorkspaceFrame } from "./workspace-frame.tsx";
import { openDialog } from "../../platform/dialogs.ts";
import { lazyView } from "../../platform/lazy-view.ts";

const AskAccessButton = lazyView(() => import("../../ui/status/ask-access.screen.tsx"), "AskAccessButton");
const AskAccessScreen = lazyView(() => import("../../ui/status/ask-access.screen.tsx"), "AskAccessScreen");

/** Grants members access to the addressed workspace, and shows an error page to others, including former members. */
export function WorkspaceGate(): ReactNode {
  const { t } = useTranslation("library");
  const { workspaceId = "", folderId } = useParams({ strict: false });
  noteWorkspaces([workspaceId]);
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery(workspacesQuery);
  const isMember = data?.some(({ id }) => id === workspaceId) === true;
  const [entered, setEntered] = useState<string | null>(null);
  const wasHere = entered === workspaceId;
  useEffect(() => {
    if (isMember) setEntered(workspaceId);
  }, [isMember, workspaceId]);
  // The user may have joined after the list was loaded.
  const isOld = data !== undefined && !isMember && !wasHere && Date.now() - dataUpdatedAt > JUST_READ_MS;
  useEffect(() => {
    if (isOld) void refetch();
  }, [isOld, refetch]);
  if (isMember) return <Outlet />;
  if (data === undefined && error) return <Failure error={error} reset={() => void refetch()} />;
  if (data === undefined || isOld || (isFetching && !wasHere)) return <div aria-busy="true" />;
  if (!wasHere && folderId !== undefined)
    return (
      <Suspense>
        <AskAccessScreen target={{ type: "folder", id: folderId }} />
      </Suspense>
    );
  if (!wasHere) return <NotFoundScreen />;
  return <NoAccessScreen title={t("workspace.lostTitle")} text={t("workspace.lostText")} />;
}

/** A list younger than this, in milliseconds, counts as current. */
const JUST_READ_MS = 3_000;

/** Files of a workspace: its root or the addressed folder. */
export function WorkspaceScreen(): ReactNode {
  const { workspaceId = "", folderId } = useParams({ strict: false });
  // Another folder is another screen: focus, expanded tiles and scroll position are not preserved.
  return <FolderScreen key={`${workspaceId}/${folderId ?? ""}`} folderId={folderId ?? null} />;
}

function FolderScreen({ folderId }: { folderId: string | null }): ReactNode {
  const space = useSpace();
  const { ref } = space;
  const { preference, change } = useViewPreference("files");
  const { type, sort } = preference;
  const level = useQuery(levelQuery("mixed", folderId, space));
  const list = useMemo(() => listIn(space, { view: "folder", type, folderId, sort }), [space, type, folderId, sort]);
  const path = useMemo(() => pathTo(level.data?.items ?? [], folderId), [level.data, folderId]);
  const here = path.at(-1);
  const folders = useMemo(
    () => inOrder(childrenOf(level.data?.items, folderId), preference.folderSort),
    [level.data, folderId, preference.folderSort],
  );
  const canWrite = folderId === null ? space.canWrite : here?.permission.write === true;
  useUploadTarget({ workspaceId: ref, type: "mixed", folderId, folderName: here?.name ?? null, isReadOnly: !canWrite });

  const name = space.workspace?.name ?? "";
  const gone = <FolderGone space={space} folderId={folderId} />;
  if (folderId !== null && level.isSuccess && !level.isPlaceholderData && !here) return gone;
  const count = folderId === null ? level.data?.itemsHere : here?.items;
  const isBareRoot = folderId === null && folders.length === 0;
  // The tools of an empty folder do not appear while its list loads, because the rest would move when they are removed.
  const hasNone = here?.items === 0 && type === null;
  return (
    <ItemsView
      list={list}
      preference={preference}
      onSort={(next) => change({ sort: next })}
      label={here?.name ?? name}
      total={type === null ? count : undefined}
      hasFolders={folders.length > 0}
      isFoldersPending={level.isPlaceholderData}
      empty={<EmptyLocation space={space} folderId={folderId} type={type} canWrite={canWrite} />}
      gone={gone}
      frame={(body, isEmpty) => (
        <FolderFrame
          space={space}
          folderId={folderId}
          path={path}
          count={count}
          actions={
            <>
              {((!isEmpty && !hasNone) || type !== null) && <TypeFilter type={type} onChange={(next) => change({ type: next })} />}
              {!isEmpty && !hasNone && <ViewTools preference={preference} hasFolderSort onChange={change} />}
            </>
          }
        >
          {body}
        </FolderFrame>
      )}
      above={(isEmpty) => (
        <FolderSection
          folders={folders}
          isBare={isEmpty && isBareRoot && type === null}
          layout={preference.layout}
          onNew={canWrite ? () => openDialog("create-folder", { space: ref, kind: "mixed", parentId: folderId }) : undefined}
        />
      )}
    />
  );
}

interface FrameProps {
  space: Space;
  folderId: string | null;
  path: FolderView[];
  count: number | undefined;
  actions: ReactNode;
  children: ReactNode;
}

/** Frame of a folder: sections at the root, breadcrumbs in folders. */
function FolderFrame({ space, folderId, path, count, actions, children }: FrameProps): ReactNode {
  const { t } = useTranslation("library");
  const name = space.workspace?.name ?? "";
  const here = path.at(-1);
  // While a folder loads, its breadcrumbs have the root only.
  const above = folderId && <FolderBreadcrumbs space={space.ref} kind="mixed" root={name} path={path.slice(0, -1)} />;
  if (!here) {
    return (
      <WorkspaceFrame title={t("workspace.files")} tabTitle={name} count={count || undefined} actions={actions} above={above}>
        {children}
      </WorkspaceFrame>
    );
  }
  return (
    <WorkspaceFrame
      title={here.name}
      count={count || undefined}
      actions={
        <>
          <ShareFolderButton folder={here} />
          {actions}
        </>
      }
      above={above}
    >
      {children}
    </WorkspaceFrame>
  );
}

interface EmptyProps {
  space: Space;
  folderId: string | null;
  type: ItemType | null;
  canWrite: boolean;
}

/** Empty state of a folder: the reason and the next step. */
function EmptyLocation({ space, folderId, type, canWrite }: EmptyProps): ReactNode {
  const { t } = useTranslation("library");
  if (type !== null) return <EmptyState title={t(`workspace.none.${type}`)} text={t("workspace.noneText")} />;
  return folderId === null ? (
    <EmptyWorkspace space={space} actions={<AddButton space={space} />} />
  ) : (
    <EmptyFolder type="image" isReadOnly={!canWrite} />
  );
}

/** Offers to add copies of personal items. */
function AddButton({ space: { ref, workspace } }: { space: Space }): ReactNode {
  const { t } = useTranslation();
  const add = (): void => openDialog("add-from-personal", { into: { workspaceId: ref, folderId: null, name: workspace?.name ?? "" } });
  return (
    <Button size="md" variant="default" leftSection={<IconPhotoPlus {...ICON} />} onClick={add}>
      {t("header.addFromMine")}
    </Button>
  );
}

/** A deleted, hidden or non-existent folder; the page does not distinguish them. */
function FolderGone({ space, folderId }: { space: Space; folderId: string | null }): ReactNode {
  const { t } = useTranslation("library");
  return (
    <Screen title={space.workspace?.name ?? ""}>
      <EmptyState
        title={t("workspace.folderGoneTitle")}
        text={t("workspace.folderGoneText")}
        actions={
          <>
            <Suspense>
              {folderId !== null && space.asMember === null && <AskAccessButton target={{ type: "folder", id: folderId }} size="md" />}
            </Suspense>
            <Button size="md" variant="default" component={Link} to={`/w/${space.ref}`}>
              {t("workspace.toFiles")}
            </Button>
          </>
        }
      />
    </Screen>
  );
}

/** All items of the workspace in any folder. */
export function AllScreen(): ReactNode {
  const { t } = useTranslation("library");
  const space = useSpace();
  const { preference, change } = useViewPreference("all");
  const { type, sort } = preference;
  const { data: counts } = useQuery(countsOf(space.ref, space.asMember));
  const list = useMemo(() => listIn(space, { view: "all", type, folderId: null, sort }), [space, type, sort]);
  const total = counts && (type === null ? counts.images + counts.videos + counts.boards : counts[sectionOf(type)]);
  useTopTarget(space);
  return (
    <ItemsView
      list={list}
      preference={preference}
      onSort={(next) => change({ sort: next })}
      label={t("workspace.all")}
      total={total}
      empty={<EmptyLocation space={space} folderId={null} type={type} canWrite={space.canWrite} />}
      frame={(body, isEmpty) => (
        <WorkspaceFrame
          title={t("workspace.all")}
          count={total || undefined}
          actions={
            <>
              {(!isEmpty || type !== null) && <TypeFilter type={type} onChange={(next) => change({ type: next })} />}
              {!isEmpty && <ViewTools preference={preference} onChange={change} />}
            </>
          }
        >
          {body}
        </WorkspaceFrame>
      )}
    />
  );
}

/** The user's starred items and folders of the workspace. */
export function WorkspaceStarredScreen(): ReactNode {
  useTopTarget(useSpace());
  return <StarredScreen frame={WorkspaceFrame} />;
}

/** Items of the workspace with a link. */
export function WorkspaceSharedScreen(): ReactNode {
  useTopTarget(useSpace());
  return <SharedScreen frame={WorkspaceFrame} />;
}

/** The workspace's trash. */
export function WorkspaceTrashScreen(): ReactNode {
  useTopTarget(useSpace());
  return <TrashScreen frame={WorkspaceFrame} />;
}

/** Sets the target of new files to the root of the workspace. */
function useTopTarget({ ref, canWrite }: Space): void {
  useUploadTarget({ workspaceId: ref, type: "mixed", folderId: null, folderName: null, isReadOnly: !canWrite });
}

const TYPES = ["all", ...ITEM_TYPES] as const;

/** Type filter: both types or one. */
function TypeFilter({ type, onChange }: { type: ItemType | null; onChange: (type: ItemType | null) => void }): ReactNode {
  const { t } = useTranslation("library");
  return (
    <SegmentedControl
      size="xs"
      aria-label={t("workspace.types.label")}
      value={type ?? "all"}
      data={TYPES.map((value) => ({ value, label: t(`workspace.types.${value}`) }))}
      onChange={(value) => onChange(ITEM_TYPES.find((type) => type === value) ?? null)}
    />
  );
}
