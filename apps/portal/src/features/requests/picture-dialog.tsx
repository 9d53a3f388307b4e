import { Button } from "@mantine/core";
import { ICON, Thumb } from "@stillreel/ui";
import { IconPlayerPlay, IconUpload } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState, type ChangeEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatDuration } from "../../entities/items/item-facts.ts";
import { type PickableItem, pickableQuery } from "../../entities/requests/requests.queries.ts";
import base from "../../ui/dialog.module.css";
import { Dialog } from "../../ui/dialog.tsx";
import { fileProblem, pictureAt, pictureOf } from "./preview-picture.ts";
import styles from "./picture-dialog.module.css";

interface Props {
  /** The space whose newest items are offered. */
  workspaceId: string;
  onPick: (file: File) => void;
  onClose: () => void;
}

/** Uploads a picture from the device. */
function UploadButton({ onPick }: Pick<Props, "onPick">): ReactNode {
  const { t } = useTranslation("requests");
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<ReturnType<typeof fileProblem>>(null);
  const chosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = "";
    if (!file) return;
    const found = fileProblem(file);
    setProblem(found);
    if (found === null) onPick(file);
  };
  return (
    <div>
      <input ref={input} type="file" accept="image/png,image/jpeg" hidden aria-label={t("picture.upload")} onChange={chosen} />
      <Button variant="default" size="md" data-first-focus leftSection={<IconUpload {...ICON} />} onClick={() => input.current?.click()}>
        {t("picture.upload")}
      </Button>
      {problem !== null && (
        <p className={base.problem} role="alert">
          {t(problem)}
        </p>
      )}
    </div>
  );
}

/** Chooses a frame of a video. */
function FramePicker({ item, onPick, onBack }: { item: PickableItem; onPick: Props["onPick"]; onBack: () => void }): ReactNode {
  const { t } = useTranslation("requests");
  const video = useRef<HTMLVideoElement>(null);
  const [seconds, setSeconds] = useState(0);
  const [isReady, setReady] = useState(false);
  const use = useMutation({
    mutationFn: () => (video.current ? pictureOf(video.current) : Promise.reject(new Error("There is no video."))),
    meta: { handles: "all" },
    onSuccess: onPick,
  });
  const length = item.duration ?? 0;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- only one frame is shown */}
      <video
        ref={video}
        className={styles.frame}
        src={item.sourceUrl ?? undefined}
        crossOrigin="anonymous"
        muted
        playsInline
        preload="auto"
        aria-label={item.title}
        onLoadedData={() => setReady(true)}
        onSeeked={() => setReady(true)}
      />
      <label className={styles.seek}>
        {t("picture.frame")}
        <input
          type="range"
          min={0}
          max={length}
          step={0.1}
          value={seconds}
          aria-valuetext={formatDuration(seconds)}
          onChange={({ currentTarget }) => {
            const next = Number(currentTarget.value);
            setSeconds(next);
            setReady(false);
            if (video.current) video.current.currentTime = next;
          }}
        />
      </label>
      {use.error && (
        <p className={base.problem} role="alert">
          {t("picture.unreadable")}
        </p>
      )}
      <div className={base.buttons}>
        <Button variant="quiet" size="md" onClick={onBack}>
          {t("picture.back")}
        </Button>
        <Button size="md" disabled={!isReady} aria-busy={use.isPending} onClick={() => !use.isPending && use.mutate()}>
          {t("picture.useFrame")}
        </Button>
      </div>
    </>
  );
}

/** The newest items of the space: an image is chosen, and of a video one frame. */
function Library({ workspaceId, onPick, onVideo }: Omit<Props, "onClose"> & { onVideo: (item: PickableItem) => void }): ReactNode {
  const { t } = useTranslation("requests");
  const { data: items, isPending } = useQuery(pickableQuery(workspaceId));
  const load = useMutation({
    mutationFn: ({ thumbnailLargeUrl, sourceUrl }: PickableItem) => pictureAt(thumbnailLargeUrl ?? sourceUrl ?? ""),
    meta: { handles: "all" },
    onSuccess: onPick,
  });
  return (
    <section aria-label={t("picture.library")} aria-busy={isPending || load.isPending}>
      <h3 className={styles.heading}>{t("picture.library")}</h3>
      {items?.length === 0 && <p className={base.text}>{t("picture.nothing")}</p>}
      {load.error && (
        <p className={base.problem} role="alert">
          {t("picture.unreadable")}
        </p>
      )}
      <ul className={styles.grid}>
        {items?.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className={styles.choice}
              aria-label={t(item.type === "video" ? "picture.frameOf" : "picture.imageOf", { title: item.title })}
              onClick={() => (item.type === "video" ? onVideo(item) : !load.isPending && load.mutate(item))}
            >
              <Thumb shape={item.type === "video" ? "reel" : "still"}>
                {item.thumbnailUrl !== null && <img src={item.thumbnailUrl} alt="" loading="lazy" />}
                {item.type === "video" && <IconPlayerPlay size={22} stroke={1.6} className={styles.play} aria-hidden="true" />}
              </Thumb>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Chooses the picture of a link preview: an image of the library, a frame of a video, or an upload. */
export function PictureDialog({ workspaceId, onPick, onClose }: Props): ReactNode {
  const { t } = useTranslation("requests");
  const [video, setVideo] = useState<PickableItem | null>(null);
  return (
    <Dialog title={t(video ? "picture.frameTitle" : "picture.title")} size={520} onClose={onClose}>
      {video ? (
        <FramePicker item={video} onPick={onPick} onBack={() => setVideo(null)} />
      ) : (
        <>
          <UploadButton onPick={onPick} />
          <Library workspaceId={workspaceId} onPick={onPick} onVideo={setVideo} />
        </>
      )}
    </Dialog>
  );
}
