/** What a picture in a mail shows. It is read when the mail is sent, so that the outbox holds no image. */
export type PictureReference =
  | {
      kind: "item";
      itemId: string;
      /** Length that is drawn into the picture of a video. Null for images. */
      length: string | null;
      /** The link that must be open for everyone when the mail is sent. Null for recipients who may read the item itself. */
      slug: string | null;
    }
  | { kind: "avatar"; userId: string };

/** The pictures of a mail by their names in its HTML part. */
export type MailPictures = Record<string, PictureReference>;
