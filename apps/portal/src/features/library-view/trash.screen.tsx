import { Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconRestore, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo, useState, type ComponentProps, type ComponentType, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../platform/format/format-bytes.ts";
import { Screen } from "../../ui/screen.tsx";
import { countsOf } from "../../entities/spaces/spaces.queries.ts";
import { spaceOf } from "../../entities/spaces/space-ref.ts";
import { useSpace } from "../../entities/spaces/use-space.ts";
import { EmptyTrash } from "./empty-views.tsx";
import { restoreWithUndo } from "../../entities/items/item-actions.ts";
import { ItemsView } from "./items-view.tsx";
import { knownItems, listIn } from "../../entities/items/items.queries.ts";
import styles from "./trash.module.css";
import { lazyView } from "../../platform/lazy-view.ts";

const PurgeDialog = lazyView(() => import("./purge-dialog.tsx"), "PurgeDialog");

const PREFERENCE = { sort: "newest", folderSort: "oldest", layout: "grid", type: null } as const;

/** Frame of a library section: heading and actions. */
export type SectionFrame = ComponentType<ComponentProps<typeof Screen>>;

/** Deleted items of the open space that can be restored. */
export function TrashScreen({ frame: Frame = Screen }: { frame?: SectionFrame }): ReactNode {
  const { t } = useTranslation("library");
  const { t: common } = useTranslation();
  const space = useSpace();
  const { data: counts } = useQuery(countsOf(space.ref, space.asMember));
  const [isEmptying, setEmptying] = useState(false);
  const list = useMemo(() => listIn(space, { view: "trash", type: null, folderId: null, sort: "newest" }), [space]);
  const everything = { all: true, from: list } as const;
  const actions = space.canWrite && (
    <>
      <Button variant="quiet" leftSection={<IconRestore {...ICON} />} onClick={() => void restoreWithUndo(everything)}>
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
        empty={<EmptyTrash days={counts?.trashDays} />}
        frame={(body, isEmpty) => (
          <Frame title={t("views.trash.title")} count={counts?.trash || undefined} actions={!isEmpty && actions}>
            {body}
          </Frame>
        )}
        above={(isEmpty) =>
          counts &&
          !isEmpty && (
            <p className={styles.note}>
              {t("trash.note", { count: counts.trashDays })} {t("trash.frees", { size: formatBytes(counts.trashBytes, common) })}
            </p>
          )
        }
      />
      {isEmptying && counts && (
        <Suspense>
          <PurgeDialog
            target={everything}
            count={counts.trash}
            bytes={counts.trashBytes}
            peek={knownItems((item) => item.trash && spaceOf(item) === space.ref)}
            needsPhrase
            onClose={() => setEmptying(false)}
          />
        </Suspense>
      )}
    </>
  );
}
