import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../../platform/format/format-bytes.ts";
import styles from "./people.module.css";
import { usedPart } from "./quota.plan.ts";

/** Part of the quota from which the meter warns. */
const NEARLY = 0.9;

/** Used storage in words, with a meter when there is a quota. */
export function StorageMeter({ usedBytes, limit, name }: { usedBytes: number; limit: number; name: string }): ReactNode {
  const { t } = useTranslation("administration");
  const { t: common } = useTranslation();
  const part = usedPart(usedBytes, limit);
  const used = formatBytes(usedBytes, common);
  return (
    <span className={styles.storage}>
      <span>
        <bdi>{part === null ? used : t("people.usedOf", { used, limit: formatBytes(limit, common) })}</bdi>
      </span>
      {part !== null && (
        <span
          className={styles.meter}
          data-nearly={part >= NEARLY || undefined}
          role="meter"
          aria-label={t("people.storageOf", { name })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(part * 100)}
        >
          <i ref={(node) => node?.style.setProperty("inline-size", `${part * 100}%`)} />
        </span>
      )}
    </span>
  );
}
