import { Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconShare3 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FolderView } from "../../../entities/folders/folders.queries.ts";
import { folderShareQuery } from "../../../entities/folders/folder-share.queries.ts";
import { queryClient } from "../../../platform/api.ts";
import { openDialog, preloadDialog } from "../../../platform/dialogs.ts";
import styles from "../view-tools.module.css";

/** The pointer may pass the button many times before a click. */
const PRELOADED_MS = 10_000;

/** Opens the link of the open folder. */
export function ShareFolderButton({ folder }: { folder: FolderView | undefined }): ReactNode {
  const { t } = useTranslation("library");
  if (!folder?.permission.write) return null;
  const preload = (): void => {
    preloadDialog("share-folder");
    // The query creates a missing link.
    if (folder.linked) void queryClient.prefetchQuery({ ...folderShareQuery(folder), staleTime: PRELOADED_MS });
  };
  return (
    <Button
      variant="default"
      leftSection={<IconShare3 {...ICON} className={styles.mirrored} />}
      aria-haspopup="dialog"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => openDialog("share-folder", { folder })}
    >
      {t("folder.share")}
    </Button>
  );
}
