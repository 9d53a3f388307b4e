import { sectionOf } from "../../../entities/spaces/addresses.ts";
import { Button } from "@mantine/core";
import { ICON, toasts } from "@stillreel/ui";
import { IconLink } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/dialog.tsx";
import { FolderGlyph } from "../../../ui/folder-glyph.tsx";
import { LocalLinkNote } from "../../../ui/local-link-note.tsx";
import { copyText } from "../../../platform/clipboard.ts";
import {
  changeFolderShare,
  type FolderShareOrder,
  type FolderShareView,
  folderShareQuery,
  makeFolderShare,
  turnOffFolderShare,
} from "../../../entities/folders/folder-share.queries.ts";
import type { FolderView } from "../../../entities/folders/folders.queries.ts";
import { readPreference } from "../../../entities/items/view-preference.ts";
import { PERSONAL, spaceOf } from "../../../entities/spaces/space-ref.ts";
import { LinkAddress, Removal, TurnOffButton } from "./link-parts.tsx";
import { FolderOrderRow } from "./folder-order-row.tsx";
import { LinkTerms, Opened } from "./link-terms.tsx";
import dialog from "./folder-share-dialog.module.css";
import styles from "./share-panel.module.css";
import { lazyView } from "../../../platform/lazy-view.ts";

const AccessRequestsLink = lazyView(() => import("./access-requests-link.tsx"), "AccessRequestsLink", ["access"]);

/** The link of a folder: create, copy, settings, turn off. */
export function FolderShareDialog({ folder, onClose }: { folder: FolderView; onClose: () => void }): ReactNode {
  const { t } = useTranslation("item");
  const [hasLink, setHasLink] = useState(folder.linked);
  const title = (
    <span className={dialog.title}>
      <FolderGlyph color={folder.color} thumbnails={folder.thumbnails} />
      <span className={dialog.names}>
        {t("folderShare.title")}
        <bdi className={dialog.name}>{folder.name}</bdi>
      </span>
    </span>
  );
  return (
    <Dialog onClose={onClose} title={title} size={520}>
      <Suspense>
        <AccessRequestsLink subject={{ type: "folder", id: folder.id }} onLeave={onClose} />
      </Suspense>
      {hasLink ? (
        <FolderLink folder={folder} onTurnedOff={() => setHasLink(false)} />
      ) : (
        <NoLink folder={folder} onMade={() => setHasLink(true)} />
      )}
    </Dialog>
  );
}

/** The order in which the owner sees the folder on this device: that of a new link. */
function orderOf(folder: FolderView): FolderShareOrder {
  const { sort, folderSort } = readPreference(
    spaceOf(folder) !== PERSONAL ? "files" : sectionOf(folder.kind === "mixed" ? "image" : folder.kind),
  );
  return { items: sort, folders: folderSort };
}

/** Shown before a folder has a link. */
function NoLink({ folder, onMade }: { folder: FolderView; onMade: () => void }): ReactNode {
  const { t } = useTranslation("item");
  const create = useMutation(makeFolderShare(folder, orderOf(folder)));
  return (
    <div className={styles.none}>
      <p>{t("folderShare.noneText")}</p>
      <p className={styles.hint}>{t("folderShare.shows")}</p>
      <Button
        size="md"
        data-first-focus
        leftSection={<IconLink {...ICON} stroke={2} />}
        loading={create.isPending}
        onClick={() => create.mutate(undefined, { onSuccess: onMade })}
      >
        {t("share.create")}
      </Button>
    </div>
  );
}

function FolderLink({ folder, onTurnedOff }: { folder: FolderView; onTurnedOff: () => void }): ReactNode {
  const { t } = useTranslation("item");
  const { data: share, isError, refetch } = useQuery(folderShareQuery(folder));
  if (isError)
    return (
      <p className={styles.hint} role="alert">
        {t("share.failed")}{" "}
        <Button variant="default" size="xs" onClick={() => void refetch()}>
          {t("stage.reload")}
        </Button>
      </p>
    );
  return share ? <Settings folder={folder} share={share} onTurnedOff={onTurnedOff} /> : <div className={dialog.loading} aria-busy="true" />;
}

interface SettingsProps {
  folder: FolderView;
  share: FolderShareView;
  onTurnedOff: () => void;
}

function Settings({ folder, share, onTurnedOff }: SettingsProps): ReactNode {
  const { t } = useTranslation("item");
  const { mutate } = useMutation(changeFolderShare(folder));
  return (
    <>
      <CopyRow shareUrl={share.shareUrl} />
      <LocalLinkNote link={share.shareUrl} className={styles.hint} />
      {share.removal && <Removal removal={share.removal} />}
      <div className={styles.terms}>
        <LinkTerms item={folder} share={share} onChange={mutate} idPrefix="folder-share" />
        {share.order && <FolderOrderRow order={share.order} onChange={(order) => mutate({ order })} />}
      </div>
      <Opened share={share} />
      <p className={styles.hint}>{t("folderShare.shows")}</p>
      {share.removal === null && <TurnOff folder={folder} onTurnedOff={onTurnedOff} />}
    </>
  );
}

function CopyRow({ shareUrl }: { shareUrl: string }): ReactNode {
  const { t } = useTranslation("item");
  const { t: library } = useTranslation("library");
  const copy = async (): Promise<void> => {
    try {
      await copyText(shareUrl);
      toasts.show(library("toasts.linkCopied"), { tone: "done" });
    } catch {
      toasts.error(library("toasts.copyFailed"));
    }
  };
  return (
    <div className={dialog.copy}>
      <LinkAddress shareUrl={shareUrl} />
      <Button size="md" data-first-focus leftSection={<IconLink {...ICON} stroke={2} />} onClick={() => void copy()}>
        {t("copyLink")}
      </Button>
    </div>
  );
}

function TurnOff({ folder, onTurnedOff }: { folder: FolderView; onTurnedOff: () => void }): ReactNode {
  const { t } = useTranslation("item");
  const { mutate, isPending } = useMutation(turnOffFolderShare(folder));
  const turnOff = (): void =>
    mutate(undefined, {
      onSuccess: () => {
        toasts.show(t("share.turnedOff"), { tone: "done" });
        onTurnedOff();
      },
    });
  return <TurnOffButton isPending={isPending} onConfirm={turnOff} />;
}
