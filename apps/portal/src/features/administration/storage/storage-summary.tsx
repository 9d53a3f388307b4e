import { Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconRefresh } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { countAgain, type StorageView } from "../../../entities/administration/storage.queries.ts";
import { formatBytes } from "../../../platform/format/format-bytes.ts";
import { formatCount } from "@stillreel/i18n";
import { formatTime } from "../../../platform/format/format-date.ts";
import styles from "./storage.module.css";

const KINDS = ["videos", "images", "boards", "originals", "renditions", "trash"] as const;

/** What the store contains, by kind, and how much of its disk is free. */
export function StorageSummary({ storage }: { storage: StorageView }): ReactNode {
  const { t } = useTranslation("administration");
  const { t: common } = useTranslation();
  const { kinds, disk } = storage;
  const stored = KINDS.reduce((sum, kind) => sum + kinds[kind].bytes, 0);
  const whole = stored + (disk?.freeBytes ?? 0);
  return (
    <section className={styles.card} aria-label={t("storage.summary")}>
      <div className={styles.top}>
        <p className={styles.sum}>
          <strong>
            <bdi>{formatBytes(stored, common)}</bdi>
          </strong>{" "}
          {disk
            ? t("storage.free", { free: formatBytes(disk.freeBytes, common), total: formatBytes(disk.totalBytes, common) })
            : t("storage.inBucket")}
        </p>
        <Recount storage={storage} />
      </div>
      <div className={styles.bar} aria-hidden="true">
        {KINDS.map((kind) => (
          <i
            key={kind}
            data-kind={kind}
            data-any={kinds[kind].bytes > 0 || undefined}
            ref={(node) => node?.style.setProperty("inline-size", `${whole === 0 ? 0 : (kinds[kind].bytes / whole) * 100}%`)}
          />
        ))}
      </div>
      <dl className={styles.kinds}>
        {KINDS.map((kind) => (
          <KindEntry key={kind} kind={kind} bytes={kinds[kind].bytes} items={kind === "renditions" ? null : kinds[kind].items} />
        ))}
        {disk && <KindEntry kind="free" bytes={disk.freeBytes} items={null} />}
      </dl>
    </section>
  );
}

function KindEntry({ kind, bytes, items }: { kind: (typeof KINDS)[number] | "free"; bytes: number; items: number | null }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  const { t: common } = useTranslation();
  return (
    <div className={styles.kind} data-kind={kind}>
      <dt>{t(`storage.kinds.${kind}`)}</dt>
      <dd>
        <bdi>{formatBytes(bytes, common)}</bdi>
        {items !== null && (
          <span className={styles.count}>{t("workspaces.items", { count: items, number: formatCount(items, i18n.language) })}</span>
        )}
      </dd>
    </div>
  );
}

/** The age of the figures, and a button that counts again. */
function Recount({ storage: { countedAt, isCounting } }: { storage: StorageView }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  const count = useMutation({ mutationFn: countAgain });
  const isBusy = isCounting || count.isPending;
  return (
    <div className={styles.recount}>
      <span className={styles.age} role="status">
        {isBusy ? t("storage.counting") : countedAt && t("storage.counted", { time: formatTime(Date.parse(countedAt), i18n.language) })}
      </span>
      <Button variant="default" leftSection={<IconRefresh {...ICON} />} aria-busy={isBusy} onClick={() => !isBusy && count.mutate()}>
        {t("storage.recount")}
      </Button>
    </div>
  );
}
