import type { ItemType } from "@stillreel/contract";
/** A person in a mail about an item. */
export interface MailedPerson {
  name: string;
  /** The user whose picture is shown. Null for the initial of the name. */
  photoOf: string | null;
}

/** An item as a mail shows it. */
export interface MailedItem {
  id: string;
  type: ItemType;
  title: string;
  width: number | null;
  height: number | null;
  mimeType: string;
  lengthMs: number | null;
  /** In order. Empty unless the video shows its chapters. */
  chapters: readonly { timestamp: number; name: string }[];
  /** Languages of the captions, as tags. */
  captions: readonly string[];
  /** Name of the workspace; null for items of a personal library. */
  workspaceName: string | null;
  ownerId: string | null;
}

/**
 * For whom the picture of the item is in the mail: for no recipient, a recipient who may read the item itself, or everyone while a link opens for
 * everyone.
 */
export type PictureAudience = "none" | "reader" | { slug: string };

/** A comment in a mail. */
export interface MailedComment {
  id: string;
  by: MailedPerson;
  text: string;
  /** Position in the video, in seconds. */
  atS: number | null;
}

/** Who can open a mailed link, and how long. */
export interface MailedTerms {
  /** Whether everyone who has the link may open it. */
  isOpen: boolean;
  hasPassword: boolean;
  expiresAt: string | null;
  maxViews: number | null;
}

/** What all mails about an item have. */
interface AboutItem {
  item: MailedItem;
  pictureFor: PictureAudience;
  /** Address of the item, without a query. */
  url: string;
}

/** Mail about one item. */
export type ItemMail = AboutItem &
  (
    | { template: "item-shared"; by: MailedPerson; message: string; terms: MailedTerms; unsubscribeUrl: string }
    | {
        template: "item-commented" | "item-replied" | "item-mentioned";
        /** At least one, oldest first. */
        comments: readonly MailedComment[];
        /** Number of comments that the mail does not show. */
        more: number;
        unsubscribeUrl: string;
      }
    | { template: "item-arrived" | "item-access"; by: MailedPerson; unsubscribeUrl: string }
  );
