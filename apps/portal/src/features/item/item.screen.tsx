import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatBytes, usePageTitle } from "../../shell/index.ts";
import { isTyping } from "../../shell/use-shortcuts.ts";
import { Failure } from "../dead-ends/index.ts";
import { copyLink, formatDimensions, formatType, itemQuery, trashItem, type ItemView } from "../library/index.ts";
import { pickFiles, UploadLayer } from "../uploads/index.ts";
import { DetailsPanel } from "./details-panel.tsx";
import { ImageStage } from "./image-stage.tsx";
import { ItemTop } from "./item-top.tsx";
import styles from "./item.module.css";
import { SharePanel } from "./share-panel.tsx";

/** While an item is still arriving the page looks again this often, in milliseconds. */
const ARRIVING_POLL_MS = 1500;
const isArriving = (item: ItemView | undefined): boolean => item !== undefined && item.stage !== "failed" && item.sourceUrl === null;

/** The page of one picture. */
export function ItemScreen(): ReactNode {
  const { itemId } = useParams({ strict: false });
  const id = itemId ?? "";
  const query = useQuery({ ...itemQuery(id), refetchInterval: ({ state }) => (isArriving(state.data) ? ARRIVING_POLL_MS : false) });
  const reset: ErrorComponentProps["reset"] = () => void query.refetch();
  if (query.data) return <ItemPage key={id} item={query.data} onExpired={() => void query.refetch()} />;
  if (query.isError) return <Failure error={query.error} reset={reset} />;
  return <div className={styles.page} aria-busy="true" />;
}

function ItemPage({ item, onExpired }: { item: ItemView; onExpired: () => void }): ReactNode {
  const { t } = useTranslation("item");
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  usePageTitle(item.title);
  useItemKeys(item);
  const trash = (): void => {
    void navigate({ to: "/images" });
    void trashItem(item);
  };
  const facts = [formatDimensions(item.width, item.height), formatType(item.mimeType), formatBytes(item.size, common)]
    .filter((fact) => fact !== null)
    .join(" · ");
  return (
    <div className={styles.page}>
      <ItemTop item={item} onTrash={trash} />
      <main className={styles.columns} id="content" tabIndex={-1}>
        <ImageStage item={item} facts={facts} onExpired={onExpired} />
        <aside className={styles.panel}>
          <Tabs defaultValue="share" keepMounted={false} className={styles.tabs}>
            <Tabs.List className={styles.tabList}>
              <Tabs.Tab value="share">{t("tabs.share")}</Tabs.Tab>
              <Tabs.Tab value="details">{t("tabs.details")}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="share" className={styles.panelBody}>
              <SharePanel item={item} />
            </Tabs.Panel>
            <Tabs.Panel value="details" className={styles.panelBody}>
              <DetailsPanel item={item} />
            </Tabs.Panel>
          </Tabs>
        </aside>
      </main>
      <UploadLayer />
    </div>
  );
}

/** Keys of the page beside those of the picture: `L` copies the link, `U` uploads. */
function useItemKeys(item: ItemView): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key.toLowerCase() === "l" && item.permission.write) void copyLink(item);
      else if (event.key === "u") pickFiles();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [item]);
}
