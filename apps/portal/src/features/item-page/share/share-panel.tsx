import { embedCode, embedSize } from "@stillreel/contract";
import { Button } from "@mantine/core";
import { ICON, Kbd, toasts } from "@stillreel/ui";
import { IconCode, IconLink, IconMail } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LocalLinkNote } from "../../../ui/local-link-note.tsx";
import { copyLink, makeLink } from "../../../entities/items/item-links.ts";
import { copyText } from "../../../platform/clipboard.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { PERSONAL, spaceOf } from "../../../entities/spaces/space-ref.ts";
import { changeShare, shareQuery, turnOffShare, type ShareView } from "../../../entities/items/share.queries.ts";
import { useItemPreview } from "../item-preview.ts";
import type { SendTerms } from "./send-dialog.tsx";
import styles from "./share-panel.module.css";
import { LinkAddress, Removal, TurnOffButton } from "./link-parts.tsx";
import { SendTiles } from "./send-tiles.tsx";
import { ServiceRows } from "./service-rows.tsx";
import { LinkTerms, Opened, SwitchRow } from "./link-terms.tsx";
import { lazyView } from "../../../platform/lazy-view.ts";

const AccessRequestsLink = lazyView(() => import("./access-requests-link.tsx"), "AccessRequestsLink", ["access"]);
const SendDialog = lazyView(() => import("./send-dialog.tsx"), "SendDialog");

/** The item's share link and its copies at connected services. */
export function SharePanel({ item }: { item: ItemView }): ReactNode {
  const isPreview = useItemPreview() !== null;
  return (
    <>
      <Suspense>
        {item.permission.write && !item.trash && !isPreview && <AccessRequestsLink subject={{ type: "item", id: item.id }} />}
      </Suspense>
      <LinkPanel item={item} />
      <ServiceRows item={item} />
      <TurnOff item={item} />
    </>
  );
}

/** The query of the link's settings. Only people who may change them can read them. */
const useShare = (item: ItemView) =>
  useQuery({ ...shareQuery(item), enabled: item.shareUrl !== null && item.permission.write && !item.trash });

/** The item's share link: copy, visibility, expiry, send, disable. */
function LinkPanel({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  const { data: share, isError, refetch } = useShare(item);
  const isPreview = useItemPreview() !== null;
  if (item.trash && item.shareUrl !== null) return <p className={styles.hint}>{t("share.inTrash")}</p>;
  if (item.shareUrl === null) return <NoLink item={item} />;
  return (
    <>
      <LinkAddress shareUrl={item.shareUrl} />
      <Button
        fullWidth
        size="md"
        className={styles.copy}
        leftSection={<IconLink {...ICON} stroke={2} />}
        rightSection={
          <span className={styles.key}>
            <Kbd>L</Kbd>
          </span>
        }
        aria-keyshortcuts="L"
        onClick={() => void copyLink(item)}
      >
        {t("copyLink")}
      </Button>
      <LocalLinkNote link={item.shareUrl} className={styles.hint} />
      {share?.removal && <Removal removal={share.removal} />}
      {share && <Terms item={item} share={share} />}
      {!item.permission.write && !isPreview && <ReaderSending item={item} />}
      {isError && (
        <p className={styles.hint} role="alert">
          {t("share.failed")}{" "}
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            {t("stage.reload")}
          </Button>
        </p>
      )}
    </>
  );
}

/** Shown before an item has a link. Only people who can create one are asked to. */
function NoLink({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  const create = useMutation({ mutationFn: () => makeLink(item) });
  const key = item.access !== "private" ? "share.noneFolder" : spaceOf(item) === PERSONAL ? "share.none" : "share.noneTeam";
  return (
    <div className={styles.none}>
      <p className={styles.noneTitle}>{t(key)}</p>
      {item.permission.write && !item.trash && (
        <>
          <p className={styles.hint}>{t(`${key}Text`)}</p>
          <Button size="md" leftSection={<IconLink {...ICON} stroke={2} />} loading={create.isPending} onClick={() => create.mutate()}>
            {t("share.create")}
          </Button>
        </>
      )}
    </div>
  );
}

function Terms({ item, share }: { item: ItemView; share: ShareView }): ReactNode {
  const { t } = useTranslation("item");
  const { mutate } = useMutation(changeShare(item));
  return (
    <>
      <div className={styles.terms}>
        <LinkTerms item={item} share={share} onChange={mutate} idPrefix="share" />
        {(item.pageUrl !== null || item.capture) && (
          <>
            <SwitchRow
              id="share-capture"
              label={t("share.showCapture")}
              checked={share.showCapture}
              onChange={(showCapture) => mutate({ showCapture })}
            />
            {share.showCapture && <p className={styles.hint}>{t("share.showCaptureText")}</p>}
          </>
        )}
      </div>
      <Opened share={share} />
      {share.removal === null && <Sending item={item} share={share} />}
    </>
  );
}

/** Sends or embeds the link, or turns it off. */
function Sending({ item, share }: { item: ItemView; share: ShareView }): ReactNode {
  const { t } = useTranslation("item");
  const copyEmbed = async (): Promise<void> => {
    try {
      await copyText(embedCode({ shareUrl: share.shareUrl, title: item.title, ...embedSize(item) }));
      toasts.show(t("share.embedCopied"), { tone: "done" });
    } catch {
      toasts.error(t("share.embedFailed"));
    }
  };
  return (
    <>
      <h2 className={styles.heading}>{t("share.send")}</h2>
      <div className={styles.tiles}>
        <MailTile item={item} terms={termsOfShare(share)} />
        <SendTiles item={item} />
        <button type="button" className={styles.tile} onClick={() => void copyEmbed()}>
          <IconCode size={20} stroke={1.6} aria-hidden="true" />
          {t("share.embed")}
        </button>
      </div>
    </>
  );
}

/** People who may only read the item can mail its link, because they can copy it. */
function ReaderSending({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  const terms = { link: "open", password: "locked", workspace: "members", private: "members" } as const;
  return (
    <>
      <h2 className={styles.heading}>{t("share.send")}</h2>
      <div className={styles.tiles}>
        <MailTile item={item} terms={terms[item.access]} />
      </div>
    </>
  );
}

function termsOfShare({ visibility, hasPassword }: ShareView): SendTerms {
  if (visibility !== "link") return visibility === "private" ? "private" : "members";
  return hasPassword ? "locked" : "open";
}

function MailTile({ item, terms }: { item: ItemView; terms: SendTerms }): ReactNode {
  const { t } = useTranslation("item");
  const [isSending, setSending] = useState(false);
  return (
    <>
      <button type="button" className={styles.tile} onClick={() => setSending(true)}>
        <IconMail size={20} stroke={1.6} aria-hidden="true" />
        {t("share.email")}
      </button>
      <Suspense>{isSending && <SendDialog item={item} terms={terms} onClose={() => setSending(false)} />}</Suspense>
    </>
  );
}

/** Turns the link off, if there is one that no administrator removed. */
function TurnOff({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  const { data: share } = useShare(item);
  const { mutate, isPending } = useMutation(turnOffShare(item));
  if (item.shareUrl === null || share?.removal !== null) return null;
  const turnOff = (): void => mutate(undefined, { onSuccess: () => toasts.show(t("share.turnedOff"), { tone: "done" }) });
  return <TurnOffButton isPending={isPending} onConfirm={turnOff} />;
}
