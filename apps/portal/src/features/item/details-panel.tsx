import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../shell/index.ts";
import { formatDimensions, formatDuration, formatMoment, formatType, type ItemView } from "../library/index.ts";
import styles from "./item.module.css";
import { PageLink } from "./page-link.tsx";

/** What is known about an item's file, and the page that it came from. */
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
    { name: t("details.created"), value: formatMoment(item.createdAt, language) },
    { name: t("details.changed"), value: formatMoment(item.updatedAt, language) },
    { name: t("details.owner"), value: item.owner.displayName },
    { name: t("details.id"), value: item.id },
  ];
  return (
    <dl className={styles.details}>
      {rows.map((row) => (
        <div key={row.name}>
          <dt>{row.name}</dt>
          <dd dir="auto">{row.value}</dd>
        </div>
      ))}
      {item.pageUrl && (
        <div>
          <dt>{t("details.page")}</dt>
          <dd dir="ltr">
            <PageLink url={item.pageUrl} />
          </dd>
        </div>
      )}
    </dl>
  );
}
