import { useEffect, useEffectEvent, type RefObject } from "react";
import { commandOf, SKIP_S, type PlayerCommand, type PlayerCore } from "../../core/index.ts";

/** Fields in which keys are text or choose an option. */
const TYPING = "input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable=false])";
/** Overlays and forms that handle every key themselves. */
const OWN_KEYS = "[role=menu], [role=listbox], [role=dialog], [role=grid], [data-own-keys], dialog";
/** Controls that only handle the arrow keys themselves. */
const OWN_ARROWS = "[role=tablist], [role=radiogroup], input[type=range], input[type=radio]";

interface Extra {
  comment?: (() => void) | undefined;
  like?: (() => void) | undefined;
  fullScreen: () => void;
  /** Element of the player. With it, only keys inside of this player count. */
  scope?: RefObject<Element | null> | undefined;
}

/** Returns whether a key belongs to the player, and not to a field, a menu or a button. */
function isOurs(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || target?.closest(TYPING) || target?.closest(OWN_KEYS)) return false;
  if (event.key.startsWith("Arrow") && target?.closest(OWN_ARROWS)) return false;
  return !(event.key === " " && target?.closest("button, a, summary, [role=button], input"));
}

/** Returns whether a key was pressed inside of a player. */
function isInside(scope: RefObject<Element | null>, { target }: KeyboardEvent): boolean {
  const root = scope.current?.closest("[data-player-root]");
  return target instanceof Node && root?.contains(target) === true;
}

/** Handles the keys of a player, anywhere on its page (or inside of it, with a scope) except in text fields. `done` is called for each one, to show its effect. */
export function usePlayerKeys(player: PlayerCore, extra: Extra, done: (command: PlayerCommand) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent): void => {
    if (extra.scope && !isInside(extra.scope, event)) return;
    const command = isOurs(event) ? commandOf(event) : null;
    const run: Record<PlayerCommand, (() => unknown) | undefined> = {
      toggle: () => player.toggle(),
      back: () => player.skip(-SKIP_S),
      forward: () => player.skip(SKIP_S),
      previousChapter: () => player.goToChapter(-1),
      nextChapter: () => player.goToChapter(1),
      slower: () => player.changeRate(-1),
      faster: () => player.changeRate(1),
      captions: () => player.toggleCaptions(),
      mute: () => player.toggleMute(),
      comment: extra.comment,
      like: extra.like,
      fullScreen: extra.fullScreen,
    };
    if (!command || !run[command]) return;
    event.preventDefault();
    run[command]();
    done(command);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => handle(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
