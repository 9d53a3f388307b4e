import { Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { IconLink, IconLinkOff } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/dialog.tsx";
import { formatDay } from "../../../entities/items/item-facts.ts";
import type { ShareView } from "../../../entities/items/share.queries.ts";
import styles from "./share-panel.module.css";

/** Removes the scheme for display; copying uses the whole address. */
const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, "");

/** The address of a link, for reading and selecting. */
export function LinkAddress({ shareUrl }: { shareUrl: string }): ReactNode {
  const { t } = useTranslation("item");
  return (
    <label className={styles.link}>
      <IconLink size={17} stroke={1.7} aria-hidden="true" />
      <input
        className={styles.address}
        readOnly
        dir="ltr"
        value={withoutScheme(shareUrl)}
        aria-label={t("share.link")}
        onFocus={(event) => event.currentTarget.select()}
      />
    </label>
  );
}

/** States that an administrator removed the link, and why. */
export function Removal({ removal: { at, reason } }: { removal: NonNullable<ShareView["removal"]> }): ReactNode {
  const { t, i18n } = useTranslation("item");
  return (
    <p className={styles.removal} role="status">
      <IconLinkOff {...ICON} />
      <span>
        {t("share.removed", { day: formatDay(at, i18n.language), reason: t(`share.removedFor.${reason}`) })} {t("share.removedText")}
      </span>
    </p>
  );
}

/** Turns a link off after a confirmation: its address never works again. */
export function TurnOffButton({ isPending, onConfirm }: { isPending: boolean; onConfirm: () => void }): ReactNode {
  const { t } = useTranslation("item");
  const { t: common } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger-quiet" className={styles.turnOff} leftSection={<IconLinkOff {...ICON} />} onClick={() => setAsking(true)}>
        {t("share.turnOff")}
      </Button>
      {isAsking && (
        <Dialog onClose={() => setAsking(false)} title={t("share.turnOffTitle")} size={420}>
          <p className={styles.dialogText}>{t("share.turnOffText")}</p>
          <div className={styles.dialogActions}>
            <Button variant="quiet" size="md" data-first-focus onClick={() => setAsking(false)}>
              {common("actions.cancel")}
            </Button>
            <Button variant="danger" size="md" loading={isPending} onClick={onConfirm}>
              {t("share.turnOff")}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
