/** Commands that keys give to a player. */
export type PlayerCommand =
  | "toggle"
  | "back"
  | "forward"
  | "previousChapter"
  | "nextChapter"
  | "comment"
  | "like"
  | "slower"
  | "faster"
  | "captions"
  | "mute"
  | "fullScreen";

/** The key of each command, for menus and screen readers. */
export const PLAYER_KEYS = {
  toggle: "K",
  comment: "C",
  like: "Shift+L",
  captions: "Shift+C",
  fullScreen: "F",
  mute: "M",
  nextChapter: "Shift+ArrowRight",
} as const;

/** Seconds that an arrow key seeks. */
export const SKIP_S = 5;

const PLAIN: Readonly<Record<string, PlayerCommand>> = {
  k: "toggle",
  " ": "toggle",
  // Media time runs left to right in every language.
  ArrowLeft: "back",
  ArrowRight: "forward",
  c: "comment",
  m: "mute",
  f: "fullScreen",
  "<": "slower",
  ">": "faster",
};
const SHIFTED: Readonly<Record<string, PlayerCommand>> = {
  ArrowLeft: "previousChapter",
  ArrowRight: "nextChapter",
  l: "like",
  c: "captions",
  "<": "slower",
  ">": "faster",
};

interface Pressed {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Returns the command of a key, or null for keys that the player does not handle. */
export function commandOf(event: Pressed): PlayerCommand | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return (event.shiftKey ? SHIFTED : PLAIN)[key] ?? null;
}
