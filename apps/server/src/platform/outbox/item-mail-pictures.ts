import type { MailPictures } from "../db/schema/index.ts";
import { lengthTextOf } from "./item-mail-facts.ts";
import type { ItemMail, MailedPerson } from "./item-mail.types.ts";

/** Name of the item's picture in the HTML part. */
export const ITEM_PICTURE = "item";

/** Returns the name of a person's picture in the HTML part. */
export const facePictureOf = ({ photoOf }: MailedPerson): string | null => (photoOf === null ? null : `face-${photoOf}`);

const peopleOf = (mail: ItemMail): MailedPerson[] => ("comments" in mail ? mail.comments.map(({ by }) => by) : [mail.by]);

/** Returns what the pictures of a mail show. */
export function picturesOf(mail: ItemMail): MailPictures {
  const { item, pictureFor } = mail;
  const pictures: MailPictures = {};
  if (pictureFor !== "none") {
    const slug = pictureFor === "reader" ? null : pictureFor.slug;
    pictures[ITEM_PICTURE] = { kind: "item", itemId: item.id, length: lengthTextOf(item), slug };
  }
  for (const person of peopleOf(mail)) {
    const name = facePictureOf(person);
    if (name !== null && person.photoOf !== null) pictures[name] = { kind: "avatar", userId: person.photoOf };
  }
  return pictures;
}
