/**
 * Returns the address of the server that provided this extension, without a trailing slash. It is part of the manifest, so
 * that it is known before any storage is read.
 */
export function serverUrl(): string {
  const address = chrome.runtime.getManifest().homepage_url;
  if (!address) throw new Error("The manifest names no homepage_url: this extension was not handed out by a server.");
  return address.replace(/\/+$/u, "");
}

/** Returns a path as address on the server; absolute addresses stay unchanged. */
export function onServer(path: string): string {
  return new URL(path, `${serverUrl()}/`).href;
}

/** Returns the path of an item's page: in its workspace, or (null) in the personal library. */
export function itemPath({ type, id, workspaceId }: { type: "image" | "video" | "board"; id: string; workspaceId: string | null }): string {
  return `${workspaceId === null ? "" : `/w/${workspaceId}`}/${type}s/${id}`;
}
