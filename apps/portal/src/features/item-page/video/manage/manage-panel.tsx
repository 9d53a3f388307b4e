import { Button } from "@mantine/core";
import { Chip, ICON, Strip } from "@stillreel/ui";
import type { PlayerHandle } from "@stillreel/watch/core";
import { IconChevronDown, IconCopy, IconFolder, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { levelQuery } from "../../../../entities/folders/folders.queries.ts";
import { DetailsPanel } from "../../details-panel.tsx";
import { VisibilityChip } from "../../share/visibility-chip.tsx";
import { copyItem } from "../../../../entities/items/item-changes.ts";
import type { ItemView } from "../../../../entities/items/item-list.ts";
import { countsOf, knownWorkspace } from "../../../../entities/spaces/spaces.queries.ts";
import { PERSONAL, spaceOf } from "../../../../entities/spaces/space-ref.ts";
import type { NewLanguage } from "../../../../ui/captions/add-language-form.tsx";
import { VideoDownloads } from "../video-downloads.tsx";
import { playbackQuery } from "../watch.queries.ts";
import { CaptionsSection } from "./captions-section.tsx";
import styles from "./manage.module.css";
import { openDialog } from "../../../../platform/dialogs.ts";

interface Props {
  item: ItemView;
  handle: PlayerHandle | null;
  durationS: number | null;
  onTrash: () => void;
  /** A language whose captions are written first. */
  language?: NewLanguage | null;
}

/** Management tab of a video: folder, visibility, captions, copies and file. */
export function ManagePanel({ item, handle, durationS, onTrash, language = null }: Props): ReactNode {
  const { t } = useTranslation("video");
  const { data: playback } = useQuery(playbackQuery(item.id));
  const { data: counts } = useQuery(countsOf(spaceOf(item)));
  return (
    <div className={styles.manage}>
      <State item={item} />
      <div className={styles.rows}>
        <div className={styles.row}>
          <span>{t("manage.folder")}</span>
          <FolderButton item={item} />
        </div>
        <div className={styles.row}>
          <span>{t("manage.whoCanSee")}</span>
          <VisibilityChip item={item} />
        </div>
        <div className={styles.row}>
          <span>{t("download.label")}</span>
          <VideoDownloads item={item} durationS={durationS} handle={handle} variant="default" size="xs" />
        </div>
      </div>
      <CaptionsSection key={language?.language} itemId={item.id} tracks={playback?.captions ?? []} handle={handle} first={language} />
      <section aria-label={t("manage.file")}>
        <h2 className={styles.title}>{t("manage.file")}</h2>
        <DetailsPanel item={item} />
      </section>
      <div className={styles.end}>
        {item.stage === "ready" && (
          <Button variant="subtle" justify="flex-start" leftSection={<IconCopy {...ICON} />} onClick={() => void copyItem(item)}>
            {t("manage.copy")}
          </Button>
        )}
        {!item.trash && (
          <Button variant="danger-quiet" justify="flex-start" leftSection={<IconTrash {...ICON} />} onClick={onTrash}>
            {t("manage.trash")}
            {counts && <span className={styles.retention}>{t("manage.kept", { count: counts.trashDays })}</span>}
          </Button>
        )}
      </div>
    </div>
  );
}

const TONES = { recording: "bad", uploading: "info", processing: "info", ready: "ok", updating: "info", failed: "bad" } as const;

/** Processing state of the file. */
function State({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("video");
  // A video that plays already may still get better renditions.
  const stage = item.stage === "ready" && item.progress !== null ? "updating" : item.stage;
  return (
    <div className={styles.state} role="status">
      <Chip tone={TONES[stage]}>{t(`stage.${stage}`)}</Chip>
      {item.progress !== null && item.stage !== "failed" && (
        <div className={styles.progress}>
          <Strip label={t("stage.progress")} value={item.progress} />
          <span dir="ltr">{Math.round(item.progress * 100)}%</span>
        </div>
      )}
      {item.failure && <p dir="auto">{item.failure}</p>}
    </div>
  );
}

function FolderButton({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("video");
  const ref = spaceOf(item);
  const query = levelQuery(ref === PERSONAL ? "video" : "mixed", item.parentId, { ref });
  const { data: level } = useQuery({ ...query, enabled: item.parentId !== null });
  const root = knownWorkspace(ref)?.name ?? t("manage.root");
  const name = item.parentId === null ? root : (level?.items.find(({ id }) => id === item.parentId)?.name ?? "");
  return (
    <Button
      variant="default"
      size="xs"
      disabled={item.trash}
      aria-label={t("manage.folderIs", { name })}
      leftSection={<IconFolder size={16} stroke={1.6} aria-hidden="true" />}
      rightSection={<IconChevronDown size={14} aria-hidden="true" />}
      onClick={() => openDialog("move-to-folder", { subject: { items: [item] } })}
    >
      <bdi>{name}</bdi>
    </Button>
  );
}
