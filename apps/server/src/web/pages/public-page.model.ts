import type { ItemType } from "@stillreel/contract";
import type { ShownCapture } from "./capture-facts.present.ts";
import type { PageLanguage } from "./languages.ts";
import type { AppScripts } from "./page-assets.ts";

/** Item data of the public page. URLs are signed and expire within 5 minutes. */
export interface PublicItem {
  slug: string;
  itemId: string;
  title: string;
  width: number;
  height: number;
  /** ThumbHash in base64. */
  placeholder: string | null;
  ownerName: string;
  ownerPhotoUrl: string | null;
  createdAt: Date;
  allowDownload: boolean;
  description: string;
  likes: number;
  views: number;
  comments: number;
  allowComments: boolean;
  /** Whether every visitor with the link can open it without a password. */
  isOpen: boolean;
  /** The folder of the item, for the link of a folder; else null. */
  folder: { path: string; name: string } | null;
  /** Capture metadata that the owner shows. */
  shown: ShownCapture;
}

/** A picture or the drawing of a whiteboard, optionally with a smaller version for small screens (with its width in pixels). */
export interface PublicPicture extends PublicItem {
  type: "image" | "board";
  sourceUrl: string;
  preview: { url: string; width: number } | null;
}

/** Source of the video element before scripts run: a file, or the playlist of a recording that has just ended. */
export interface VideoSource {
  url: string;
  type: string;
  /** Whether it is a playlist, which only some browsers support natively. */
  isPlaylist: boolean;
}

/** A video. Without a source the page's player finds what to play, for example a live recording or an unusual format. */
export interface PublicVideo extends PublicItem {
  source: VideoSource | null;
  live: boolean;
  posterUrl: string | null;
  /** Whether it has chapters, whose names are displayed below the strip. */
  hasChapters: boolean;
  durationMs: number | null;
}

/** An item that cannot be displayed yet. */
export interface PendingItem {
  slug: string;
  type: ItemType;
  stage: "recording" | "uploading" | "processing" | "ready" | "failed";
}

/** Visitor and context of a page request. */
export interface PageVisit {
  language: PageLanguage;
  signedIn: boolean;
  /** Whether visitors may create accounts, if need be with an invite or an address of certain domains. */
  canRegister: boolean;
  /** Whether the page is in a frame of another site. It then contains only the item and a link to its page. */
  isFramed: boolean;
}

/** Page parts that are equal for every visitor: the inlined style and the URLs of scripts and fonts. */
export interface PageAssets {
  css: string;
  /** Style of the page of a folder, in addition. */
  folderCss: string;
  scriptUrl: string;
  /** Script of the page of a folder. */
  folderScriptUrl: string;
  /** Style of the page of a request, in addition. */
  requestCss: string;
  /**
   * Scripts loaded after the first paint: player, comments, sign-in. Null while they are not built. The page works
   * without them.
   */
  app: () => AppScripts | null;
  publicUrl: () => string;
  /** Name of the installation and path of its logo. Null without one. */
  logo: () => { name: string; path: string } | null;
}
