import type { SaveProvider } from "@stillreel/contract";

/** What follows a capture, in the order in which menus list it. */
export const AFTER_CAPTURE = ["editor", "link", "copy", "download", "drive", "dropbox"] as const;
export type AfterCapture = (typeof AFTER_CAPTURE)[number];

/** Key of the text for each action. */
const AFTER_KEYS = {
  editor: "after.editor",
  link: "after.link",
  copy: "after.copy",
  download: "after.download",
  drive: "after.drive",
  dropbox: "after.dropbox",
} as const satisfies Record<AfterCapture, string>;

/** Returns whether an action saves the capture to a connected service. */
export const isSaveAction = (action: AfterCapture): action is SaveProvider => action === "drive" || action === "dropbox";

/** A service that stores files and is set up on the server. */
export interface SaveService {
  provider: SaveProvider;
  isConnected: boolean;
}

/** An entry of the menu: an action, or the connection of the service that an action needs. */
export interface AfterChoice {
  value: string;
  key: string;
  /** The action; null for an entry that leads to the connection of a service. */
  action: AfterCapture | null;
}

const CONNECT_KEYS = { drive: "after.connectDrive", dropbox: "after.connectDropbox" } as const satisfies Record<SaveProvider, string>;

/** Returns the entries of the menu. The current action is one of them, also when its service was disconnected or removed. */
export function afterChoices(services: readonly SaveService[], current: AfterCapture): AfterChoice[] {
  const actions = AFTER_CAPTURE.filter(
    (action) => !isSaveAction(action) || action === current || services.some((one) => one.provider === action && one.isConnected),
  );
  const absent = services.filter(({ isConnected }) => !isConnected);
  return [
    ...actions.map((action) => ({ value: action, key: AFTER_KEYS[action], action })),
    ...absent.map(({ provider }) => ({ value: `connect:${provider}`, key: CONNECT_KEYS[provider], action: null })),
  ];
}
