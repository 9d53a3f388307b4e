import { Button } from "@mantine/core";
import { Avatar, Strip } from "@stillreel/ui";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { downloadUrl, formatDay, type ItemView } from "../library/index.ts";
import { useVideoKeys } from "./use-video-keys.ts";
import { useLivingSource } from "./video-source.ts";
import styles from "./video-stage.module.css";

interface Props {
  item: ItemView;
  facts: ReactNode;
  /** Reads the item again; resolves to the new address of its video, or to null. */
  renew: () => Promise<string | null>;
}

/** The video, or what has become of it so far; below it who made it and when. */
export function VideoStage({ item, facts, renew }: Props): ReactNode {
  const { i18n } = useTranslation("item");
  const { t } = useTranslation("item");
  const ratio = item.width && item.height ? item.width / item.height : 16 / 9;
  return (
    <section className={styles.stage} aria-label={t("video.label")}>
      <div className={styles.frame} dir="ltr" ref={(node) => node?.style.setProperty("--ratio", String(ratio))}>
        {item.stage === "ready" && item.sourceUrl !== null ? (
          <Player item={item} source={item.sourceUrl} renew={renew} />
        ) : (
          <Waiting item={item} />
        )}
      </div>
      <div className={styles.foot}>
        <Avatar name={item.owner.displayName} src={item.owner.photoURL} size={32} />
        <p className={styles.owner}>
          <bdi>{item.owner.displayName}</bdi>
          <time dateTime={item.createdAt}>{formatDay(item.createdAt, i18n.resolvedLanguage ?? "en")}</time>
        </p>
        <p className={styles.facts} dir="ltr">
          {facts}
        </p>
      </div>
    </section>
  );
}

function Player({ item, source, renew }: { item: ItemView; source: string; renew: Props["renew"] }): ReactNode {
  const { t } = useTranslation("item");
  const video = useRef<HTMLVideoElement>(null);
  const living = useLivingSource(video, source, renew);
  useVideoKeys(video);
  if (living.isBroken) {
    return (
      <div className={styles.message} role="alert">
        <p>{t("video.broken")}</p>
        <Button variant="default" onClick={living.retry}>
          {t("stage.reload")}
        </Button>
      </div>
    );
  }
  return (
    // eslint-disable-next-line jsx-a11y/media-has-caption -- uploaded files bring no captions
    <video
      ref={video}
      className={styles.video}
      src={living.source}
      poster={item.posterUrl ?? undefined}
      aria-label={item.title}
      controls
      playsInline
      preload="metadata"
      {...living.handlers}
    />
  );
}

/** A video that cannot be played yet, or never will be. */
function Waiting({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  if (item.stage === "failed") {
    return (
      <div className={styles.message} role="alert">
        <p>{t("video.failed")}</p>
        {item.failure && <p dir="auto">{item.failure}</p>}
        {item.sourceUrl !== null && (
          <Button variant="default" component="a" href={downloadUrl(item.id)} download="">
            {t("video.downloadOriginal")}
          </Button>
        )}
      </div>
    );
  }
  const text = t(item.stage === "processing" || item.stage === "ready" ? "video.processing" : "video.uploading");
  return (
    <>
      {item.posterUrl && <img className={styles.poster} src={item.posterUrl} alt="" draggable={false} />}
      <div className={styles.message} role="status">
        <p>{text}</p>
        <div className={styles.strip}>
          <Strip label={text} />
        </div>
      </div>
    </>
  );
}
