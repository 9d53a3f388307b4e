import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../platform/format/format-bytes.ts";
import { formatDimensions, formatDuration, formatDateTime, formatType } from "../../entities/items/item-facts.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import styles from "./item.module.css";
import { PageLink } from "./page-link.tsx";

/** Facts about an item's file and its source page. */
export function DetailsPanel({ item }: { item: ItemView }): ReactNode {
  const { t, i18n } = useTranslation("item");
  const { t: common } = useTranslation();
  const language = i18n.resolvedLanguage ?? "en";
  const rows = [
    { name: t("details.fileName"), value: item.fullFileName },
    { name: t("details.type"), value: formatType(item.mimeType) },
    { name: t("details.size"), value: formatBytes(item.size, common) },
    { name: t("details.dimensions"), value: formatDimensions(item.width, item.height) ?? t("details.unknown") },
    ...(item.duration === null ? [] : [{ name: t("details.duration"), value: formatDuration(item.duration) }]),
    { name: t("details.created"), value: formatDateTime(item.createdAt, language) },
    { name: t("details.changed"), value: formatDateTime(item.updatedAt, language) },
    { name: t("details.owner"), value: item.owner.displayName },
    { name: t("details.id"), value: item.id },
  ];
  return (
    <>
      <Facts rows={rows}>
        {item.pageUrl && (
          <div>
            <dt>{t("details.page")}</dt>
            <dd dir="ltr">
              <PageLink url={item.pageUrl} />
            </dd>
          </div>
        )}
      </Facts>
      {item.capture && <CaptureDetails capture={item.capture} />}
    </>
  );
}

interface Row {
  name: string;
  value: string;
}

function Facts({ rows, children }: { rows: readonly Row[]; children?: ReactNode }): ReactNode {
  return (
    <dl className={styles.details}>
      {rows.map((row) => (
        <div key={row.name}>
          <dt>{row.name}</dt>
          <dd dir="auto">{row.value}</dd>
        </div>
      ))}
      {children}
    </dl>
  );
}

/** Facts about a capture, as far as known. */
function CaptureDetails({ capture }: { capture: NonNullable<ItemView["capture"]> }): ReactNode {
  const { t, i18n } = useTranslation("item");
  const pixels = (size: { width: number; height: number } | undefined): string | undefined => size && t("details.pixels", size);
  const rowsKnown: [name: string, value: string | undefined][] = [
    [t("details.kind"), capture.kind && t(`details.kinds.${capture.kind}`)],
    [t("details.pageTitle"), capture.pageTitle],
    [t("details.capturedAt"), capture.capturedAt && formatDateTime(capture.capturedAt, i18n.resolvedLanguage ?? "en")],
    [t("details.browser"), capture.browser],
    [t("details.system"), capture.system],
    [t("details.screen"), pixels(capture.screen)],
    [t("details.viewport"), pixels(capture.viewport)],
    [
      t("details.pixelRatio"),
      capture.pixelRatio === undefined ? undefined : t("details.times", { ratio: Math.round(capture.pixelRatio * 100) / 100 }),
    ],
  ];
  const rows = rowsKnown.flatMap(([name, value]) => (value ? [{ name, value }] : []));
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="capture-title">
      <h2 id="capture-title" className={styles.detailsTitle}>
        {t("details.capture")}
      </h2>
      <Facts rows={rows} />
    </section>
  );
}
