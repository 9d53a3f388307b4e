import type { OpenedRequest, RequestKind } from "@stillreel/contract";

/** Data that the server embeds into the page of a request. */
export interface RequestData {
  request: OpenedRequest;
  /** Texts of the page's language by key. */
  texts: Record<string, string>;
}

/** Reads the embedded data; page and script come from the same server, so it is trusted. */
export const readRequestData = (): RequestData => JSON.parse(document.documentElement.dataset["request"] ?? "{}") as RequestData;

/** Returns a text of the page with its values. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** Creates the function that reads the texts. */
export const translatorOf =
  (texts: Readonly<Record<string, string>>): Translate =>
  (key, values = {}) =>
    (texts[key] ?? key).replaceAll(/\{\{(\w+)\}\}/gu, (_whole, name: string) => String(values[name] ?? ""));

/** Returns whether the browser can record its screen. Browsers of phones cannot. */
const canRecordScreen = (): boolean =>
  typeof navigator.mediaDevices?.getDisplayMedia === "function" && !/Android|iPhone|iPad|Mobile/u.test(navigator.userAgent);

/** Returns whether a kind can be used in this browser. */
export const isUsable = (kind: RequestKind): boolean => kind !== "screen" || canRecordScreen();

/** Formats a duration as `1:05`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
