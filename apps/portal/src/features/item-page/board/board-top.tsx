import { ActionIcon, Button } from "@mantine/core";
import type { BoardState } from "@stillreel/board/core";
import { ICON, VISUALLY_HIDDEN } from "@stillreel/ui";
import {
  IconCheck,
  IconCloudOff,
  IconDownload,
  IconEye,
  IconFileText,
  IconHistory,
  IconListDetails,
  IconLoader2,
  IconMessageCircle,
  IconPhotoPlus,
  IconPlayerPlayFilled,
  IconShare3,
  type Icon,
} from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../../ui/action-menu.tsx";
import styles from "./board.module.css";
import type { ExportFormat } from "./board-exports.ts";

/** Panels beside the canvas. */
export type PanelName = "versions" | "share" | "comments" | "objects";

const SIGNS: Record<BoardState["sync"], Icon> = {
  connecting: IconLoader2,
  saved: IconCheck,
  saving: IconLoader2,
  offline: IconCloudOff,
  "view-only": IconEye,
  gone: IconCloudOff,
};

/** What is saved: "Saved", "Saving", or how many changes wait. */
export function SyncLine({ state: { sync, waiting } }: { state: BoardState }): ReactNode {
  const { t } = useTranslation("boards");
  const Sign = SIGNS[sync];
  const text = sync === "offline" && waiting > 0 ? t("sync.offlineWaiting", { count: waiting }) : t(`sync.${sync}`);
  return (
    <span className={styles.sync} data-state={sync} role="status">
      <Sign size={16} stroke={1.7} aria-hidden="true" />
      {text}
    </span>
  );
}

interface Props {
  panel: PanelName | null;
  onPanel: (panel: PanelName | null) => void;
  onPresent: () => void;
  onDownload: (format: ExportFormat | "text") => void;
  /** Null for people who may not add items to the space. */
  onStill: (() => void) | null;
  comments: number;
}

/** Buttons of the top bar. On phones, only Share remains; the others are in the menu. */
export function BoardActions({ panel, onPanel, onPresent, onDownload, onStill, comments }: Props): ReactNode {
  const { t } = useTranslation("boards");
  const toggle = (name: PanelName): void => onPanel(panel === name ? null : name);
  const buttons: readonly (readonly [PanelName, Icon])[] = [
    ["comments", IconMessageCircle],
    ["versions", IconHistory],
  ];
  return (
    <>
      {buttons.map(([name, PanelIcon]) => (
        <ActionIcon
          key={name}
          size={34}
          className={styles.wideOnly}
          aria-label={name === "comments" && comments > 0 ? `${t("top.comments")} (${comments})` : t(`top.${name as "comments"}`)}
          aria-pressed={panel === name}
          onClick={() => toggle(name)}
        >
          <PanelIcon {...ICON} />
        </ActionIcon>
      ))}
      <DownloadMenu onDownload={onDownload} onStill={onStill} />
      <Button
        variant="default"
        className={styles.share}
        leftSection={<IconShare3 {...ICON} className={styles.mirrored} />}
        aria-pressed={panel === "share"}
        onClick={() => toggle("share")}
      >
        <span className={VISUALLY_HIDDEN.phone}>{t("top.share")}</span>
      </Button>
      <Button className={styles.wideOnly} leftSection={<IconPlayerPlayFilled size={15} aria-hidden="true" />} onClick={onPresent}>
        {t("top.present")}
      </Button>
    </>
  );
}

function DownloadMenu({ onDownload, onStill }: Pick<Props, "onDownload" | "onStill">): ReactNode {
  const { t } = useTranslation("boards");
  const [isOpen, setOpen] = useState(false);
  const formats = (["png", "svg", "pdf", "excalidraw"] as const).map((format) => ({
    label: t(`top.${format}`),
    icon: IconDownload,
    onSelect: () => onDownload(format),
  }));
  const text = { label: t("top.text"), icon: IconFileText, onSelect: () => onDownload("text") };
  const still = onStill ? [[{ label: t("top.still"), icon: IconPhotoPlus, onSelect: onStill }]] : [];
  return (
    <ActionMenu label={t("top.download")} groups={[[...formats, text], ...still]} isOpen={isOpen} onChange={setOpen}>
      <ActionIcon size={34} className={styles.wideOnly} aria-label={t("top.download")}>
        <IconDownload {...ICON} />
      </ActionIcon>
    </ActionMenu>
  );
}

/** Icon of the list of objects, for the menu. */
export const ObjectsIcon = IconListDetails;
