import { Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconShare3 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FolderView } from "../../../entities/folders/folders.queries.ts";
import { openDialog } from "../../../platform/dialogs.ts";

/** Opens the link of the open folder. */
export function ShareFolderButton({ folder }: { folder: FolderView | undefined }): ReactNode {
  const { t } = useTranslation("library");
  if (!folder?.permission.write) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconShare3 {...ICON} />}
      aria-haspopup="dialog"
      onClick={() => openDialog("share-folder", { folder })}
    >
      {t("folder.share")}
    </Button>
  );
}
