import {
  IconArrowsHorizontal,
  IconArrowsMinimize,
  IconBadgeCc,
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipForward,
  IconRefresh,
  IconSettings,
  IconVolume,
  IconVolumeOff,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { formatClock, isAtEdge, PLAYER_KEYS, SPEEDS, type PlayerCore } from "../../core/index.ts";
import { useTexts } from "../../texts-context.tsx";
import type { WatchTexts } from "../../texts.ts";
import { usePlayerState } from "../use-player.ts";
import { ControlMenu, type Choice } from "./control-menu.tsx";
import styles from "./controls-bar.module.css";

const ICON = { size: 20, stroke: 1.8, "aria-hidden": true } as const;

interface ButtonProps {
  label: string;
  keys?: string;
  className?: string | undefined;
  isOn?: boolean;
  onPress(): void;
  children: ReactNode;
}

function Button({ label, keys, className = "", isOn, onPress, children }: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={`${styles.button} ${className}`}
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys}
      aria-pressed={isOn}
      data-on={isOn || undefined}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

interface Props {
  player: PlayerCore;
  isFull: boolean;
  onFull(): void;
  isTheatre?: boolean | undefined;
  onTheatre?: ((isTheatre: boolean) => void) | undefined;
  onMenu(isOpen: boolean): void;
  onAddLanguage?: (() => void) | undefined;
}

/** The row of buttons along the video's lower edge. It is never mirrored, like other media controls. */
export function ControlsBar({ player, isFull, onFull, isTheatre = false, onTheatre, onMenu, onAddLanguage }: Props): ReactNode {
  const { t } = useTexts();
  const isPlaying = usePlayerState(player, (state) => state.isPlaying);
  const hasEnded = usePlayerState(player, (state) => state.hasEnded);
  const hasChapters = usePlayerState(player, (state) => state.chapters.length > 1);
  const Play = hasEnded ? IconRefresh : isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <div className={styles.bar} role="group" aria-label={t("player.controls")}>
      <Button
        label={t(hasEnded ? "player.replay" : isPlaying ? "player.pause" : "player.play")}
        keys={PLAYER_KEYS.toggle}
        onPress={() => player.toggle()}
      >
        <Play {...ICON} />
      </Button>
      {hasChapters && (
        <Button label={t("player.nextChapter")} keys={PLAYER_KEYS.nextChapter} onPress={() => player.goToChapter(1)}>
          <IconPlayerSkipForward {...ICON} />
        </Button>
      )}
      <Volume player={player} />
      <Clock player={player} />
      <span className={styles.grow} />
      <Menus player={player} onMenu={onMenu} onAddLanguage={onAddLanguage} />
      <PictureInPicture player={player} />
      {onTheatre && !isFull && (
        <Button
          label={t(isTheatre ? "player.theatreOff" : "player.theatre")}
          className={styles.wide}
          isOn={isTheatre}
          onPress={() => onTheatre(!isTheatre)}
        >
          {isTheatre ? <IconArrowsMinimize {...ICON} /> : <IconArrowsHorizontal {...ICON} />}
        </Button>
      )}
      <Button label={t(isFull ? "player.fullScreenOff" : "player.fullScreen")} keys={PLAYER_KEYS.fullScreen} onPress={onFull}>
        {isFull ? <IconMinimize {...ICON} /> : <IconMaximize {...ICON} />}
      </Button>
    </div>
  );
}

function Volume({ player }: { player: PlayerCore }): ReactNode {
  const { t } = useTexts();
  const volume = usePlayerState(player, (state) => state.volume);
  const isMuted = usePlayerState(player, (state) => state.isMuted);
  return (
    <span className={styles.volume}>
      <Button label={t(isMuted ? "player.unmute" : "player.mute")} keys={PLAYER_KEYS.mute} onPress={() => player.toggleMute()}>
        {isMuted ? <IconVolumeOff {...ICON} /> : <IconVolume {...ICON} />}
      </Button>
      <input
        type="range"
        className={styles.slider}
        aria-label={t("player.volume")}
        min={0}
        max={100}
        step={5}
        value={isMuted ? 0 : Math.round(volume * 100)}
        onChange={(event) => player.setVolume(Number(event.currentTarget.value) / 100)}
      />
    </span>
  );
}

/** Shows the current time and the length, or whether a live video is at its live edge. */
function Clock({ player }: { player: PlayerCore }): ReactNode {
  const { t } = useTexts();
  const now = usePlayerState(player, (state) => formatClock(state.time));
  const length = usePlayerState(player, (state) => formatClock(state.duration));
  const isLive = usePlayerState(player, (state) => state.isLive);
  const atEdge = usePlayerState(player, isAtEdge);
  if (!isLive) {
    return (
      <span className={styles.clock}>
        {now} <span>/ {length}</span>
      </span>
    );
  }
  return (
    <>
      {!atEdge && (
        <button type="button" className={styles.live} onClick={() => player.goLive()}>
          <i aria-hidden="true" />
          {t("player.goLive")}
        </button>
      )}
      <span className={styles.clock}>{now}</span>
    </>
  );
}

function Menus({ player, onMenu, onAddLanguage }: Pick<Props, "player" | "onMenu" | "onAddLanguage">): ReactNode {
  const { t } = useTexts();
  const rate = usePlayerState(player, (state) => state.rate);
  const tracks = usePlayerState(player, (state) => state.tracks);
  const captions = usePlayerState(player, (state) => state.captions);
  const qualities = usePlayerState(player, (state) => state.qualities);
  const quality = usePlayerState(player, (state) => state.quality);
  const speeds = SPEEDS.map((speed) => ({
    key: String(speed),
    label: speed === 1 ? t("player.speedNormal") : `${speed}×`,
    isChosen: Math.abs(rate - speed) < 0.01,
    choose: () => player.setRate(speed),
  }));
  return (
    <>
      <ControlMenu label={t("player.speed")} face={`${rate}×`} choices={speeds} onOpen={onMenu} />
      {(tracks.length > 0 || onAddLanguage) && (
        <ControlMenu
          label={t("player.captions")}
          face={<IconBadgeCc size={21} stroke={1.7} aria-hidden="true" />}
          isOn={captions !== null}
          choices={[
            ...captionChoices(player, t, tracks, captions),
            ...(onAddLanguage ? [{ key: "add", label: t("player.addLanguage"), choose: onAddLanguage }] : []),
          ]}
          onOpen={onMenu}
        />
      )}
      {qualities.length > 0 && (
        <ControlMenu
          label={t("player.quality")}
          face={<IconSettings {...ICON} />}
          choices={qualityChoices(player, t, qualities, quality)}
          onOpen={onMenu}
        />
      )}
    </>
  );
}

function captionChoices(
  player: PlayerCore,
  t: WatchTexts["t"],
  tracks: readonly { language: string; label: string }[],
  captions: string | null,
): Choice[] {
  return [
    { key: "off", label: t("player.captionsOff"), isChosen: captions === null, choose: () => player.setCaptions(null) },
    ...tracks.map(({ language, label }) => ({
      key: language,
      label,
      isChosen: captions === language,
      choose: () => player.setCaptions(language),
    })),
  ];
}

function qualityChoices(player: PlayerCore, t: WatchTexts["t"], qualities: readonly number[], quality: number | null): Choice[] {
  return [
    { key: "auto", label: t("player.qualityAuto"), isChosen: quality === null, choose: () => player.setQuality(null) },
    ...qualities.map((height) => ({
      key: String(height),
      label: t("player.qualityLines", { lines: height }),
      isChosen: quality === height,
      choose: () => player.setQuality(height),
    })),
  ];
}

function PictureInPicture({ player }: { player: PlayerCore }): ReactNode {
  const { t } = useTexts();
  if (!("pictureInPictureEnabled" in document) || !document.pictureInPictureEnabled) return null;
  const toggle = (): void => {
    const done = document.pictureInPictureElement ? document.exitPictureInPicture() : player.video?.requestPictureInPicture();
    void done?.catch(() => {});
  };
  return (
    <Button label={t("player.pictureInPicture")} className={styles.wide} onPress={toggle}>
      <IconPictureInPicture {...ICON} stroke={1.7} />
    </Button>
  );
}
