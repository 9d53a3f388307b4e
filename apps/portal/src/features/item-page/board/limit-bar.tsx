import type { LimitNotice } from "@stillreel/board/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../../platform/format/format-bytes.ts";
import styles from "./board.module.css";

/** Warns before a limit of the board is reached. */
export function LimitBar({ limit }: { limit: LimitNotice | null }): ReactNode {
  const { t } = useTranslation("boards");
  const { t: common } = useTranslation();
  if (!limit) return null;
  const format = (value: number): string => (limit.of === "bytes" ? formatBytes(value, common) : value.toLocaleString("en"));
  return (
    <p className={styles.limit} role="status">
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
      {t(`limits.${limit.of}`, { used: format(limit.used), most: format(limit.most) })} {limit.isReached && t("limits.reached")}
    </p>
  );
}
