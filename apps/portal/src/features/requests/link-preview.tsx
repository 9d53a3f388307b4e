import { Button } from "@mantine/core";
import { Avatar } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { userQuery } from "../../platform/session/user.queries.ts";
import { PictureDialog } from "./picture-dialog.tsx";
import type { RequestValues } from "./request-form.ts";
import styles from "./request-dialog.module.css";

/** A chosen picture, `removed`, or null when it is not changed. */
export type PictureChoice = File | "removed" | null;

interface Props {
  values: RequestValues;
  /** The space whose items are offered as pictures. */
  workspaceId: string;
  /** The stored picture. */
  pictureUrl: string | null;
  choice: PictureChoice;
  onChoice: (choice: PictureChoice) => void;
}

/** Returns the address of the shown picture; null for the profile picture. */
function useShownPicture(pictureUrl: string | null, choice: PictureChoice): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!(choice instanceof File)) return undefined;
    const made = URL.createObjectURL(choice);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [choice]);
  if (choice === null) return pictureUrl;
  return choice === "removed" ? null : url;
}

/** What chat apps show about the link, with its picture. The message is never part of it. */
export function LinkPreview({ values: { title, maxSeconds }, workspaceId, pictureUrl, choice, onChoice }: Props): ReactNode {
  const { t } = useTranslation("requests");
  const { data: user } = useQuery(userQuery);
  const picture = useShownPicture(pictureUrl, choice);
  const [isPicking, setPicking] = useState(false);
  if (!user) return null;
  const shown = title.trim() === "" ? t("form.untitled") : title.trim();
  const text =
    maxSeconds === ""
      ? t("preview.text", { title: shown })
      : t("preview.length", { title: shown, count: Math.round(Number(maxSeconds) / 60) });
  return (
    <figure className={styles.preview} aria-label={t("preview.label")}>
      <figcaption>
        {t("preview.label")}
        <span>
          {picture !== null && (
            <Button variant="quiet" size="xs" onClick={() => onChoice(pictureUrl === null ? null : "removed")}>
              {t("picture.remove")}
            </Button>
          )}
          <Button variant="quiet" size="xs" aria-haspopup="dialog" onClick={() => setPicking(true)}>
            {t("picture.change")}
          </Button>
        </span>
      </figcaption>
      <div>
        {picture === null ? (
          <Avatar name={user.displayName} src={user.photoURL} size={44} />
        ) : (
          <img className={styles.picture} src={picture} alt={t("picture.alt")} />
        )}
        <p>
          <small dir="ltr">{location.host}</small>
          <b>{t("preview.title", { name: user.displayName })}</b>
          <span>{text}</span>
        </p>
      </div>
      {isPicking && (
        <PictureDialog
          workspaceId={workspaceId}
          onPick={(file) => {
            onChoice(file);
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </figure>
  );
}
