import { Button } from "@mantine/core";
import { deleteVersions, listVersions, revertItem, type VideoVersion } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { clock } from "@stillreel/video-editor/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client, errorText, queryClient } from "../../platform/api.ts";
import { cacheItem } from "../../entities/items/items.queries.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { formatBytes } from "../../platform/format/format-bytes.ts";
import { formatDay } from "../../platform/format/format-date.ts";
import { DeleteOriginalDialog } from "./edit-dialogs.tsx";
import styles from "./video-edit.module.css";

const versionsKey = (itemId: string) => ["items", "versions", itemId] as const;

interface Props {
  item: ItemView;
  /** Called after the link plays another version. */
  onRestored: () => void;
}

/** The original and every saved version, with their actions. */
export function VersionsPanel({ item, onRestored }: Props): ReactNode {
  const { t } = useTranslation("video-edit");
  const [isDeleting, setDeleting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: versionsKey(item.id),
    queryFn: ({ signal }) => client.call(listVersions, { params: { itemId: item.id } }, { signal }),
    staleTime: 0,
  });
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toasts.error(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const restore = (version: VideoVersion): Promise<void> =>
    run(async () => {
      const query = version.kind === "original" ? {} : { versionId: version.id };
      cacheItem(await client.call(revertItem, { params: { itemId: item.id }, query }));
      toasts.show(t("versions.restored"), { tone: "done" });
      onRestored();
    });
  const remove = (): Promise<void> =>
    run(async () => {
      queryClient.setQueryData(versionsKey(item.id), await client.call(deleteVersions, { params: { itemId: item.id } }));
      setDeleting(false);
      toasts.show(t("versions.deleted"), { tone: "done" });
    });
  const hasOthers = data?.items.some(({ isShown }) => !isShown) ?? false;
  return (
    <>
      <p className={styles.text}>{t("versions.text")}</p>
      <ul className={styles.versions} aria-busy={!data}>
        {data?.items.map((version) => (
          <Version key={version.id} version={version} isBusy={isBusy} onRestore={() => void restore(version)} />
        ))}
      </ul>
      {hasOthers && (
        <Button variant="danger-quiet" onClick={() => setDeleting(true)}>
          {t("versions.delete")}
        </Button>
      )}
      {isDeleting && <DeleteOriginalDialog isBusy={isBusy} onDelete={() => void remove()} onClose={() => setDeleting(false)} />}
    </>
  );
}

function Version({ version, isBusy, onRestore }: { version: VideoVersion; isBusy: boolean; onRestore: () => void }): ReactNode {
  const { t, i18n } = useTranslation("video-edit");
  const { t: common } = useTranslation();
  const { kind, isShown, createdAt, createdBy, duration, size, url } = version;
  return (
    <li className={styles.version}>
      <div className={styles.versionHead}>
        <b>{t(`versions.${kind}`)}</b>
        {isShown && <span className={styles.chip}>{t("versions.shown")}</span>}
      </div>
      <small>
        {t("versions.facts", { date: formatDay(createdAt, i18n.language), length: clock(duration), size: formatBytes(size, common) })}
      </small>
      {createdBy && (
        <small>
          <bdi>{t("versions.by", { name: createdBy.name })}</bdi>
        </small>
      )}
      <div className={styles.versionHead}>
        {url !== "" && (
          <Button variant="quiet" size="xs" component="a" href={url} target="_blank" rel="noreferrer">
            {t("versions.play")}
          </Button>
        )}
        {!isShown && (
          <Button variant="default" size="xs" disabled={isBusy} onClick={onRestore}>
            {kind === "original" ? t("versions.revert") : t("versions.restore")}
          </Button>
        )}
      </div>
    </li>
  );
}
