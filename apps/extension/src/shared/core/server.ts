/**
 * The address of the server that handed this extension out, without a trailing slash.
 * It stands in the manifest, so that it is known at once, before any storage is read.
 */
export function serverUrl(): string {
  const address = chrome.runtime.getManifest().homepage_url;
  if (!address) throw new Error("The manifest names no homepage_url: this extension was not handed out by a server.");
  return address.replace(/\/+$/u, "");
}

/** An address on the own server; absolute addresses stay as they are. */
export function onServer(path: string): string {
  return new URL(path, `${serverUrl()}/`).href;
}

/** The path of an item's page: its own where a workspace keeps it, else (null) among one's own images or videos. */
export function itemPath({ type, id, workspaceId }: { type: "image" | "video"; id: string; workspaceId: string | null }): string {
  return `${workspaceId === null ? "" : `/w/${workspaceId}`}/${type}s/${id}`;
}
