import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams, type ErrorComponentProps } from "@tanstack/react-router";
import { useCallback, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../../shell/index.ts";
import { Failure } from "../dead-ends/index.ts";
import { itemQuery, MoveDialogDoor, trashItem, type ItemType, type ItemView } from "../library/index.ts";
import { SearchLayer } from "../search/index.ts";
import { UploadLayer } from "../uploads/index.ts";
import { DetailsPanel } from "./details-panel.tsx";
import { DraftBar } from "./draft-bar.tsx";
import { ImageStage } from "./image-stage.tsx";
import { ItemFactsLine } from "./item-facts-line.tsx";
import { useOrigin } from "./item-origin.ts";
import { ItemTop } from "./item-top.tsx";
import styles from "./item.module.css";
import { SharePanel } from "./share-panel.tsx";
import { TrashBar } from "./trash-bar.tsx";
import { useItemKeys } from "./use-item-keys.ts";
import { useNeighbours } from "./use-neighbours.ts";
import { VideoStage } from "./video-stage.tsx";

/** While an item is still arriving or being made the page looks again this often, in milliseconds. */
const ARRIVING_POLL_MS = 1500;
const isArriving = (item: ItemView | undefined): boolean =>
  item !== undefined && item.stage !== "failed" && (item.sourceUrl === null || (item.type === "video" && item.stage !== "ready"));

/** The page of one picture. */
export const ImageScreen = (): ReactNode => <ItemScreen type="image" />;
/** The page of one video. */
export const VideoScreen = (): ReactNode => <ItemScreen type="video" />;

function ItemScreen({ type }: { type: ItemType }): ReactNode {
  const { itemId } = useParams({ strict: false });
  const id = itemId ?? "";
  const query = useQuery({ ...itemQuery(id, type), refetchInterval: ({ state }) => (isArriving(state.data) ? ARRIVING_POLL_MS : false) });
  const { refetch } = query;
  const renew = useCallback(async () => (await refetch()).data?.sourceUrl ?? null, [refetch]);
  const reset: ErrorComponentProps["reset"] = () => void refetch();
  if (query.data) return <ItemPage key={id} item={query.data} renew={renew} />;
  if (query.isError) return <Failure error={query.error} reset={reset} />;
  return <div className={styles.page} aria-busy="true" />;
}

/** @param renew reads the item again; resolves to the new address of its picture or video */
function ItemPage({ item, renew }: { item: ItemView; renew: () => Promise<string | null> }): ReactNode {
  const { t } = useTranslation("item");
  usePageTitle(item.title);
  const home = item.type === "image" ? "/images" : "/videos";
  const folder = item.parentId === null ? home : `${home}?folder=${encodeURIComponent(item.parentId)}`;
  const { origin, backTo, goBack } = useOrigin(folder);
  const neighbours = useNeighbours(item.id, origin);
  useItemKeys(item, neighbours);
  const trash = (): void => {
    goBack();
    void trashItem(item);
  };
  const facts = <ItemFactsLine item={item} />;
  return (
    <div className={styles.page}>
      <ItemTop item={item} backTo={backTo} onBack={goBack} neighbours={neighbours} onTrash={trash} />
      {item.trash && <TrashBar item={item} />}
      {item.type === "image" && <DraftBar item={item} />}
      <main className={styles.columns} id="content" tabIndex={-1}>
        {item.type === "image" ? (
          <ImageStage item={item} facts={facts} onExpired={() => void renew()} />
        ) : (
          <VideoStage item={item} facts={facts} renew={renew} />
        )}
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
      <MoveDialogDoor />
      <SearchLayer />
    </div>
  );
}
