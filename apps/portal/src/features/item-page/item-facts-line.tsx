import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { formatBytes } from "../../platform/format/format-bytes.ts";
import { formatDimensions, formatType } from "../../entities/items/item-facts.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { PageLink } from "./page-link.tsx";

/** One line about the file: dimensions, type, size and source. */
export function ItemFactsLine({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  const { t: common } = useTranslation();
  const facts = [formatDimensions(item.width, item.height), formatType(item.mimeType), formatBytes(item.size, common)];
  return (
    <>
      {facts.filter((fact) => fact !== null).join(" · ")}
      {item.pageUrl && (
        <>
          {" · "}
          <Trans t={t} i18nKey="from" components={{ page: <PageLink url={item.pageUrl} isShort /> }} />
        </>
      )}
    </>
  );
}
