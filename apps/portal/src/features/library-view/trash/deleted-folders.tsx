import { FOLDER_UNITS } from "../folders/folder-units.ts";
import { sectionOf } from "../../../entities/spaces/addresses.ts";
import { Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconRestore } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { DeletedFolderView } from "../../../entities/folders/deleted-folders.queries.ts";
import { restoreFolder } from "../../../entities/folders/folder-actions.ts";
import { daysUntil } from "../../../entities/items/item-facts.ts";
import { spaceOf } from "../../../entities/spaces/space-ref.ts";
import { knownWorkspace } from "../../../entities/spaces/spaces.queries.ts";
import { FolderGlyph } from "../../../ui/folder-glyph.tsx";
import styles from "./deleted-folders.module.css";

/** Number of folders that are shown before "Show all". */
const SHOWN = 8;
/** Remaining days at which a folder shows a warning, as the items do. */
const SOON_DAYS = 3;

/** The deleted folders of the open space, above the deleted items. Renders nothing when there are none. */
export function DeletedFolders({ folders }: { folders: readonly DeletedFolderView[] }): ReactNode {
  const { t } = useTranslation("library");
  const [isUnfolded, setUnfolded] = useState(false);
  if (folders.length === 0) return null;
  const shown = isUnfolded ? folders : folders.slice(0, SHOWN);
  return (
    <section className={styles.section} aria-label={t("trash.folders")}>
      <ul className={styles.list}>
        {shown.map((folder) => (
          <DeletedFolder key={folder.id} folder={folder} />
        ))}
      </ul>
      {shown.length < folders.length && (
        <button type="button" className={styles.all} onClick={() => setUnfolded(true)}>
          {t("folder.showAll", { count: folders.length })}
        </button>
      )}
    </section>
  );
}

/** One deleted folder with its facts and the button that restores it. */
function DeletedFolder({ folder }: { folder: DeletedFolderView }): ReactNode {
  const { t } = useTranslation("library");
  const [isBusy, setBusy] = useState(false);
  const days = daysUntil(folder.purgeAt, Date.now());
  const unit = FOLDER_UNITS[folder.kind];
  const root = knownWorkspace(spaceOf(folder))?.name ?? t(`views.${sectionOf(folder.kind === "mixed" ? "image" : folder.kind)}.title`);

  const restore = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    await restoreFolder(spaceOf(folder), folder.id);
    setBusy(false);
  };
  return (
    <li className={styles.folder} data-deleted-folder={folder.id}>
      <FolderGlyph color={folder.color} thumbnails={[]} />
      <span className={styles.text}>
        <bdi className={styles.name} title={folder.name}>
          {folder.name}
        </bdi>
        <span className={styles.facts}>
          <bdi>
            {folder.items === 0 && folder.folders > 0 ? t("folder.folders", { count: folder.folders }) : t(unit, { count: folder.items })}
          </bdi>
          <bdi className={days <= SOON_DAYS ? styles.soon : undefined}>{t("card.daysLeft", { count: days })}</bdi>
          <span className={styles.was}>{t("card.wasIn", { place: folder.parentName ?? root })}</span>
        </span>
      </span>
      {folder.permission.write && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRestore {...ICON} size={16} />}
          aria-label={t("trash.restoreFolder", { name: folder.name })}
          aria-disabled={isBusy || undefined}
          onClick={() => void restore()}
        >
          {t("actions.restore")}
        </Button>
      )}
    </li>
  );
}
