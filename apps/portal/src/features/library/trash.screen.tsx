import { Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconRestore, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../shell/format-bytes.ts";
import { Screen } from "../../shell/screen.tsx";
import { countsQuery } from "../account/index.ts";
import { EmptyTrash } from "./empty-views.tsx";
import { restoreWithUndo } from "./item-actions.ts";
import { ItemsView } from "./items-view.tsx";
import { knownItems, personalList } from "./library.queries.ts";
import styles from "./trash.module.css";

const PurgeDialog = lazy(() => import("./purge-dialog.tsx").then((module) => ({ default: module.PurgeDialog })));

const LIST = personalList("trash", null, "newest");
const PREFERENCE = { sort: "newest", folderSort: "oldest", layout: "grid" } as const;

/** What was deleted and can still come back. */
export function TrashScreen(): ReactNode {
  const { t } = useTranslation("library");
  const { t: common } = useTranslation();
  const { data: counts } = useQuery(countsQuery);
  const [isEmptying, setEmptying] = useState(false);
  const everything = { all: true, from: LIST } as const;
  const actions = (
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
        list={LIST}
        preference={PREFERENCE}
        label={t("views.trash.title")}
        total={counts?.trash}
        empty={<EmptyTrash days={counts?.trashDays} />}
        frame={(body, isEmpty) => (
          <Screen title={t("views.trash.title")} count={counts?.trash || undefined} actions={!isEmpty && actions}>
            {body}
          </Screen>
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
            peek={knownItems((item) => item.trash)}
            needsPhrase
            onClose={() => setEmptying(false)}
          />
        </Suspense>
      )}
    </>
  );
}
