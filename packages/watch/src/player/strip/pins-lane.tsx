import { Avatar, VisuallyHidden } from "@stillreel/ui";
import type { ReactNode } from "react";
import { formatClock, isCurrentPin, stackPins, type Pin, type PinStack, type PlayerCore } from "../../core/index.ts";
import { useTexts } from "../../texts-context.tsx";
import { usePlayerState } from "../use-player.ts";
import styles from "./strip-bar.module.css";

interface Props {
  player: PlayerCore;
  pins: readonly Pin[];
  width: number;
  duration: number;
  onPin?: ((commentId: string) => void) | undefined;
}

/** Authors over the timeline at the seconds of their comments. Overlapping ones are stacked. */
export function PinsLane({ player, pins, width, duration, onPin }: Props): ReactNode {
  const stacks = duration > 0 && width > 0 ? stackPins(pins, duration, width) : [];
  const press = (pin: Pin): void => {
    player.seek(pin.seconds);
    onPin?.(pin.commentId);
  };
  return (
    <div className={styles.pins} data-empty={pins.length === 0 || undefined}>
      {stacks.map((stack) => (
        <PinButton
          key={stack.pins.map(({ commentId }) => commentId).join()}
          player={player}
          stack={stack}
          duration={duration}
          onPress={press}
        />
      ))}
    </div>
  );
}

/** Maximum number of visible authors in a stack. More are counted. */
const SHOWN_MAX = 3;

interface PinButtonProps {
  player: PlayerCore;
  stack: PinStack;
  duration: number;
  onPress(pin: Pin): void;
}

function PinButton({ player, stack, duration, onPress }: PinButtonProps): ReactNode {
  const { t } = useTexts();
  const { pins, seconds } = stack;
  const isCurrent = usePlayerState(player, (state) => isCurrentPin(seconds, state.time));
  const top = pins.at(-1);
  if (!top) return null;
  const shown = pins.slice(-SHOWN_MAX);
  const more = pins.length - shown.length;
  const label = t("player.pin", { name: top.name, time: formatClock(top.seconds) });
  // Each press selects the next one below, so that all comments of a stack are accessible.
  const next = (): void => {
    const at = pins.findIndex((pin) => Math.abs(pin.seconds - player.time) < 0.05);
    onPress(pins[(at + 1) % pins.length] ?? top);
  };
  return (
    <button
      type="button"
      className={styles.pin}
      data-current={isCurrent || undefined}
      style={{ left: `${(Math.min(seconds, duration) / duration) * 100}%` }}
      title={pins.map(({ name }) => name).join(", ")}
      onClick={pins.length > 1 ? next : () => onPress(top)}
    >
      <VisuallyHidden>{pins.length > 1 ? t("player.pinAndMore", { label, count: pins.length - 1 }) : label}</VisuallyHidden>
      {shown.map((pin, index) => (
        <Face key={pin.commentId} pin={pin} offset={(shown.length - 1 - index) * 3} />
      ))}
      {more > 0 && (
        <span className={styles.more} aria-hidden="true">
          +{more}
        </span>
      )}
    </button>
  );
}

function Face({ pin, offset }: { pin: Pin; offset: number }): ReactNode {
  return (
    <span className={styles.face} style={{ translate: `${-offset}px ${-offset}px` }} data-top={offset === 0 || undefined}>
      <Avatar name={pin.name} src={pin.photoURL} size={22} />
    </span>
  );
}
