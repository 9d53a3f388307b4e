import { Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconRestore, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo, useState, type ComponentProps, type ComponentType, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { queryClient } from "../../../platform/api.ts";
import { formatBytes } from "../../../platform/format/format-bytes.ts";
import { Screen } from "../../../ui/screen.tsx";
import { countsOf } from "../../../entities/spaces/spaces.queries.ts";
import { spaceOf } from "../../../entities/spaces/space-ref.ts";
import { useSpace, type Space } from "../../../entities/spaces/use-space.ts";
import { DeletedFolders } from "./deleted-folders.tsx";
import { deletedFoldersQuery, type DeletedFolderView } from "../../../entities/folders/deleted-folders.queries.ts";
import { restoreFolders } from "../../../entities/folders/folder-actions.ts";
import { EmptyTrash } from "../empty-views.tsx";
import type { BulkTarget } from "../../../entities/items/item-changes.ts";
import { restoreWithUndo } from "../../../entities/items/item-actions.ts";
import { ItemsView } from "../items-view.tsx";
import { knownItems, listIn } from "../../../entities/items/items.queries.ts";
import styles from "./trash.module.css";
import { lazyView } from "../../../platform/lazy-view.ts";

const PurgeDialog = lazyView(() => import("../purge-dialog.tsx"), "PurgeDialog");

const PREFERENCE = { sort: "newest", folderSort: "oldest", layout: "grid", type: null } as const;

const NO_FOLDERS: DeletedFolderView[] = [];

/** Restores all deleted folders, the newest first so that parents precede their folders, then the other items of the trash. */
async function restoreEverything(space: Space, folders: readonly DeletedFolderView[], target: BulkTarget): Promise<void> {
  const able = folders.filter(({ permission }) => permission.write);
  if (able.length > 0) {
    if (!(await restoreFolders(space.ref, able))) return;
    const { trash } = await queryClient.fetchQuery({ ...countsOf(space.ref, space.asMember), staleTime: 0 });
    if (trash === 0) return;
  }
  await restoreWithUndo(target);
}

/** Frame of a library section: heading and actions. */
export type SectionFrame = ComponentType<ComponentProps<typeof Screen>>;

/** When the trash is purged, and how much it contains (null: no items). */
function TrashNote({ days, bytes }: { days: number; bytes: number | null }): ReactNode {
  const { t } = useTranslation("library");
  const { t: common } = useTranslation();
  return (
    <p className={styles.note}>
      {t("trash.note", { count: days })} {bytes !== null && t("trash.frees", { size: formatBytes(bytes, common) })}
    </p>
  );
}

/** Deleted folders and items of the open space that can be restored. */
export function TrashScreen({ frame: Frame = Screen }: { frame?: SectionFrame }): ReactNode {
  const { t } = useTranslation("library");
  const space = useSpace();
  const { data: counts } = useQuery(countsOf(space.ref, space.asMember));
  const { data: folders = NO_FOLDERS, isPending } = useQuery(deletedFoldersQuery(space));
  const [isEmptying, setEmptying] = useState(false);
  const list = useMemo(() => listIn(space, { view: "trash", type: null, folderId: null, sort: "newest" }), [space]);
  const everything = { all: true, from: list } as const;
  const actions = space.canWrite && (
    <>
      <Button variant="quiet" leftSection={<IconRestore {...ICON} />} onClick={() => void restoreEverything(space, folders, everything)}>
        {t("trash.restoreAll")}
      </Button>
      <Button variant="danger-quiet" leftSection={<IconTrash {...ICON} />} onClick={() => setEmptying(true)}>
        {t("trash.deleteAll")}
      </Button>
    </>
  );
  return (
    <>
      <ItemsView
        list={list}
        preference={PREFERENCE}
        label={t("views.trash.title")}
        total={counts?.trash}
        hasFolders={folders.length > 0}
        isFoldersPending={isPending}
        empty={<EmptyTrash days={counts?.trashDays} />}
        frame={(body, isEmpty) => (
          <Frame title={t("views.trash.title")} count={counts?.trash || undefined} actions={!isEmpty && actions}>
            {body}
          </Frame>
        )}
        above={(isEmpty) => (
          <>
            {counts && (!isEmpty || folders.length > 0) && <TrashNote days={counts.trashDays} bytes={isEmpty ? null : counts.trashBytes} />}
            <DeletedFolders folders={folders} />
          </>
        )}
      />
      {isEmptying && counts && (
        <Suspense>
          <PurgeDialog
            target={everything}
            count={counts.trash}
            bytes={counts.trashBytes}
            folders={folders.filter(({ permission }) => permission.write).length}
            peek={knownItems((item) => item.trash && spaceOf(item) === space.ref)}
            needsPhrase
            onClose={() => setEmptying(false)}
          />
        </Suspense>
      )}
    </>
  );
}
